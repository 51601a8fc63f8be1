import { expect, test } from "vitest";
import { compareRuns } from "../../../../src/brain/run/compare-runs.ts";
import { finding } from "../../../helpers/api-records.ts";

const on = (agent_id: string, detection_id = "ssh_root_login") =>
  finding({ agent_id, detection_id, finding_id: `fnd_${agent_id}` });
const keyOf = () => ["port"];
const everything = { ruledOut: () => true, keyOf };
const nothing = { ruledOut: () => false, keyOf };

/** A finding with one row of evidence a port. */
const ports = (...open: number[]) => ({
  ...on("a"),
  evidence: {
    sql: "SELECT pid, port",
    columns: ["pid", "port"],
    rows: open.map((port, pid) => [pid, port]),
    row_count: open.length,
  },
});

test("the first run has no comparison", () => {
  expect(compareRuns(null, [on("a")], everything)).toEqual({
    changes: null,
    closed: [],
    unseen: [],
  });
});

test("a finding that persists is neither new nor resolved", () => {
  const { changes } = compareRuns({ findings: [on("a")] }, [on("a")], everything);
  expect(changes).toEqual({ new: [], resolved: [] });
});

test("another host or another detection is new", () => {
  const now = [on("a"), on("b"), on("a", "empty_password")];
  const { changes } = compareRuns({ findings: [on("a")] }, now, everything);
  expect(changes).toEqual({ new: now.slice(1), resolved: [] });
});

test("only a checked host resolves its findings", () => {
  const before = { findings: [on("a"), on("b")] };
  const { changes, unseen } = compareRuns(before, [], {
    ruledOut: ({ agent_id }) => agent_id === "a",
    keyOf,
  });
  expect(changes).toEqual({ new: [], resolved: [on("a")] });
  expect(unseen).toEqual([on("b")]);
});

test("a finding is closed when none of its rows is left", () => {
  const before = { findings: [ports(22, 80), on("b")] };
  expect(compareRuns(before, [ports(22)], everything).closed).toEqual([on("b")]);
  expect(compareRuns(before, [ports(22)], nothing).closed).toEqual([]);
});

test("a finding that could not be checked for a while is not new when it is found again", () => {
  const { unseen } = compareRuns({ findings: [on("a")] }, [], nothing);
  expect(compareRuns({ findings: unseen }, [on("a")], nothing).changes).toEqual({
    new: [],
    resolved: [],
  });
});

test("for a finding that persists, only the added and removed rows are reported", () => {
  const { changes } = compareRuns({ findings: [ports(22, 80)] }, [ports(443, 22)], everything);
  expect(changes?.new[0]?.evidence).toMatchObject({ rows: [[0, 443]], row_count: 1 });
  expect(changes?.resolved[0]?.evidence).toMatchObject({ rows: [[1, 80]], row_count: 1 });
});

test("rows with the same key are the same row, whatever their other columns", () => {
  const later = ports(80, 22);
  expect(compareRuns({ findings: [ports(22, 80)] }, [later], everything).changes).toEqual({
    new: [],
    resolved: [],
  });
});

test("with truncated evidence no row counts as new or resolved", () => {
  const cut = { ...ports(22), evidence: { ...ports(22).evidence, row_count: 90 } };
  expect(compareRuns({ findings: [cut] }, [ports(22, 80)], everything).changes?.new).toEqual([]);
  expect(compareRuns({ findings: [ports(22, 80)] }, [cut], everything).changes?.resolved).toEqual(
    [],
  );
});

const accepted = { acceptance_id: "acp_1", because: "a test host", until: null, at: "" };

test("an accepted finding is neither new nor resolved, nor kept open", () => {
  const now = [{ ...on("a"), accepted }];
  const nothingNew = { changes: { new: [], resolved: [] }, closed: [], unseen: [] };
  expect(compareRuns({ findings: [] }, now, everything)).toEqual(nothingNew);
  expect(compareRuns({ findings: [on("a")] }, now, nothing)).toEqual(nothingNew);
  expect(compareRuns({ findings: now }, [], nothing)).toEqual(nothingNew);
});

test("a finding is new when its acceptance has ended", () => {
  const { changes } = compareRuns({ findings: [{ ...on("a"), accepted }] }, [on("a")], everything);
  expect(changes).toEqual({ new: [on("a")], resolved: [] });
});
