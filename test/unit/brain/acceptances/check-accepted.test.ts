import { expect, test } from "vitest";
import { checkAccepted } from "../../../../src/brain/acceptances/check-accepted.ts";
import { keyedRows } from "../../../../src/brain/acceptances/evidence-key.ts";
import type { AcceptanceRecord } from "../../../../src/store/records.ts";
import { acceptanceRecord } from "../../../helpers/records.ts";

const nowMs = Date.parse("2026-11-01T00:00:00.000Z");

/** A finding of `weak` on web-1 with a row a name. */
const found = (...names: string[]) => ({
  detection_id: "weak",
  agent_id: "web-1",
  tags: { env: "prod" },
  evidence: {
    columns: ["pid", "username"],
    rows: names.map((name, pid) => [pid, name]),
    row_count: names.length,
  },
});

const names = (...rows: string[]) => ({
  columns: ["username"],
  rows: rows.map((name) => [name]),
});

const check = (finding: ReturnType<typeof found>, ...acceptances: Partial<AcceptanceRecord>[]) =>
  checkAccepted(finding, acceptances.map(acceptanceRecord), nowMs);

test("an acceptance covers the rows that it was made from, whatever their other columns", () => {
  const { accepted } = check(found("alice"), { evidence: names("alice") });
  expect(accepted).toEqual({
    acceptance_id: "acp_1",
    because: "a test host",
    until: null,
    at: "2026-11-01T00:00:00.000Z",
  });
  const later = {
    ...found("alice"),
    evidence: { ...found("alice").evidence, rows: [[9, "alice"]] },
  };
  expect(check(later, { evidence: names("alice") }).accepted).toEqual(accepted);
});

test("another account on the same host is not covered", () => {
  expect(check(found("mallory"), { evidence: names("alice") })).toEqual({});
});

test("a finding with a new row counts again and says how many rows are accepted", () => {
  expect(check(found("alice", "mallory"), { evidence: names("alice") })).toEqual({
    partly_accepted: expect.objectContaining({ acceptance_id: "acp_1", rows: 1 }),
  });
});

test("several acceptances cover a finding together; the first of them to end is named", () => {
  const until = "2026-12-01T00:00:00.000Z";
  const { accepted } = check(
    found("alice", "bob"),
    { id: "acp_alice", evidence: names("alice"), until },
    { id: "acp_bob", evidence: names("bob") },
  );
  expect(accepted).toMatchObject({ acceptance_id: "acp_alice", until });
});

test.each([
  [{ agent_id: "web-1" }, true],
  [{ agent_id: "web-2" }, false],
  [{ tags: { env: "PROD" } }, true],
  [{ tags: { env: "dev" } }, false],
  [{}, true],
  [{ detection_id: "other" }, false],
])("an acceptance with %j covers the finding on web-1: %s", (over, covers) => {
  expect(check(found("alice"), over).accepted !== undefined).toBe(covers);
});

test("an acceptance ends at its end", () => {
  const endsAt = (ms: number) => ({ until: new Date(ms).toISOString() });
  expect(check(found("alice"), endsAt(nowMs + 1)).accepted).toBeDefined();
  expect(check(found("alice"), endsAt(nowMs))).toEqual({});
});

test("evidence without the columns of an acceptance is not covered", () => {
  expect(check(found("alice"), { evidence: { columns: ["path"], rows: [["/a"]] } })).toEqual({});
});

test("rows that the host did not send are covered only by an acceptance of any evidence", () => {
  const cut = { ...found("alice"), evidence: { ...found("alice").evidence, row_count: 2 } };
  expect(check(cut, { evidence: names("alice") }).partly_accepted).toMatchObject({ rows: 1 });
  expect(check(cut, {}).accepted).toBeDefined();
});

test("one more account in a list of accounts is not covered, although no key has the list", () => {
  const shared = (accounts: string) => ({
    ...found(),
    evidence: { columns: ["uid", "accounts"], rows: [[0, accounts]], row_count: 1 },
  });
  const evidence = keyedRows(shared("root,toor").evidence, ["uid"]);
  expect(check(shared("root,toor"), { evidence }).accepted).toBeDefined();
  expect(check(shared("root,toor,mallory"), { evidence })).toEqual({});
});

test("the rows of a key are distinct and sorted, so that equal evidence is equal", () => {
  const { evidence } = found("bob", "alice", "bob");
  expect(keyedRows(evidence, ["username", "absent"])).toEqual(names("alice", "bob"));
  expect(keyedRows({ columns: ["a"], rows: [[1]] }, ["absent"])).toEqual({
    columns: ["a"],
    rows: [[1]],
  });
});
