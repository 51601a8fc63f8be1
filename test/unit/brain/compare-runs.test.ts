import { expect, test } from "vitest";
import { compareRuns } from "../../../src/brain/compare-runs.ts";
import { finding } from "../../helpers/api-records.ts";

const on = (agent_id: string, detection_id = "ssh_root_login") =>
  finding({ agent_id, detection_id, finding_id: `fnd_${agent_id}` });
const everything = () => true;
const nothing = () => false;

test("the first run has nothing to be compared with", () => {
  expect(compareRuns(null, [on("a")], everything)).toEqual({ changes: null, unseen: [] });
});

test("what was there before is neither new nor resolved", () => {
  const { changes } = compareRuns({ findings: [on("a")] }, [on("a")], everything);
  expect(changes).toEqual({ new: [], resolved: [] });
});

test("another host or another detection is new", () => {
  const now = [on("a"), on("b"), on("a", "empty_password")];
  const { changes } = compareRuns({ findings: [on("a")] }, now, everything);
  expect(changes).toEqual({ new: now.slice(1), resolved: [] });
});

test("only a host that was looked at resolves what was found there", () => {
  const before = { findings: [on("a"), on("b")] };
  const { changes, unseen } = compareRuns(before, [], ({ agent_id }) => agent_id === "a");
  expect(changes).toEqual({ new: [], resolved: [on("a")] });
  expect(unseen).toEqual([on("b")]);
});

test("what could not be seen for a while is not new when it is seen again", () => {
  const { unseen } = compareRuns({ findings: [on("a")] }, [], nothing);
  expect(compareRuns({ findings: unseen }, [on("a")], nothing).changes).toEqual({
    new: [],
    resolved: [],
  });
});
