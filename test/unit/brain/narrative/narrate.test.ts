import { expect, test } from "vitest";
import type { HostAnswer } from "../../../../src/brain/model/host-answer.ts";
import { narrate } from "../../../../src/brain/narrative/narrate.ts";
import type { NarrativeInput } from "../../../../src/brain/narrative/narrative-input.ts";
import { count, list, singular } from "../../../../src/brain/text/wording.ts";
import type { Finding } from "../../../../src/contract/summary.ts";
import {
  agentRecord,
  detectionDefinition,
  kindWords,
  reading,
  statementResult,
} from "../../../helpers/records.ts";

const host = (agent_id: string, over: Partial<HostAnswer> = {}): HostAnswer => ({
  agent: agentRecord({ agent_id }),
  source: "live",
  results: new Map(),
  gap: null,
  receipt: null,
  ...over,
});

function told(over: Partial<NarrativeInput>): NarrativeInput {
  return {
    reading: reading(),
    parts: [],
    answers: [],
    findings: [],
    checks: [],
    detections: [definition],
    coverage: { agents_targeted: 1, agents_answered: 1, unanswered: [], cached: 0, live: 1 },
    unknownHosts: [],
    followUp: [],
    similarHosts: [],
    paths: null,
    posture: null,
    wordsOf: () => kindWords(),
    ...over,
  };
}

const rows = (columns: string[], ...cells: (string | number)[][]) => ({
  columns,
  rows: cells,
  rowCount: cells.length,
  truncated: false,
});
const firstLine = (over: Partial<NarrativeInput>) => narrate(told(over)).split("\n")[0];
const aggregate = (type: "exists" | "count") => reading({ aggregate: { type, fields: [] } });

const finding: Finding = {
  finding_id: "fnd_1",
  detection_id: "weak",
  title: "Weak thing",
  severity: "high",
  confidence: 0.8,
  agent_id: "web-1",
  hostname: "web-1",
  tags: {},
  evidence: { sql: "", columns: ["a"], rows: [["x"]], row_count: 1 },
  attack: [],
  remediation: "Strengthen it.",
  receipt: null,
};
const check = {
  detection_id: "weak",
  fail: 0,
  pass: 0,
  unknown: 0,
  not_applicable: 0,
  unknown_reasons: [],
};
const definition = detectionDefinition();
const detecting = reading({ route: ["detections"], detections: ["weak"], sql: [] });

test("a yes-or-no question is answered yes with examples, or no with the number of hosts asked", () => {
  expect(firstLine({ reading: aggregate("exists"), parts: [rows(["username"], ["bob"])] })).toBe(
    "Yes: 1 user: bob.",
  );
  expect(firstLine({ reading: aggregate("exists"), parts: [rows(["username"])] })).toBe(
    "No: no users on 1 host.",
  );
});

test("rows that are hosts, or users without something, are counted as such", () => {
  const lacking = reading({ tables: ["packages"], absent: "host" });
  const wordsOf = () => kindWords({ noun: "packages" });
  expect(firstLine({ reading: lacking, parts: [rows(["host"], ["web-1"])], wordsOf })).toBe(
    "1 of 1 host: web-1.",
  );
  const users = reading({ tables: ["crontab"], absent: "user" });
  const parts = [rows(["host", "username"], ["web-1", "ann"], ["web-1", "ben"])];
  expect(firstLine({ reading: users, parts, wordsOf })).toBe(
    "2 users: ann on web-1; ben on web-1.",
  );
});

test("a count over several hosts is given in total and by host", () => {
  const parts = [rows(["host", "count"], ["web-1", 3], ["web-2", 4])];
  const coverage = { agents_targeted: 2, agents_answered: 2, unanswered: [], cached: 0, live: 2 };
  expect(
    narrate(told({ reading: aggregate("count"), parts, coverage }))
      .split("\n")
      .slice(0, 2),
  ).toEqual(["7 users on 2 hosts.", "By host: web-2 4 and web-1 3."]);
});

test("nothing found and nothing read are different answers", () => {
  expect(firstLine({ parts: [rows(["username"])] })).toBe("No users on 1 host.");
  const error = { reason: "denied" as const, message: "users: permission denied" };
  const answers = [
    host("web-1", {
      results: new Map([["facts/0/0", statementResult({ id: "facts/0/0", error })]]),
    }),
  ];
  expect(firstLine({ parts: [null], answers })).toBe("Unknown: users: permission denied.");
});

test("none found in partial data is reported as such", () => {
  const gaps = [{ table: "users", reason: "denied" as const, detail: "a part" }];
  const answers = [
    host("web-1", {
      results: new Map([["facts/0/0", statementResult({ id: "facts/0/0", gaps })]]),
    }),
  ];
  expect(firstLine({ parts: [rows(["username"])], answers })).toBe(
    "No users in the data that could be read on 1 host.",
  );
});

test("a count over partial data is a lower bound, and a partly checked host is not cleared", () => {
  const gaps = [{ table: "users", reason: "denied" as const, detail: "a part" }];
  const answers = [
    host("web-1", {
      results: new Map([["facts/0/0", statementResult({ id: "facts/0/0", gaps })]]),
    }),
  ];
  const parts = [rows(["count"], [3])];
  expect(firstLine({ reading: aggregate("count"), parts, answers })).toBe("At least 3 users.");
  expect(
    firstLine({
      reading: detecting,
      checks: [
        { ...check, pass: 1 },
        { ...check, unknown: 1 },
      ],
    }),
  ).toBe("No: no problem found in the data that could be read on 1 host (checked: weak thing).");
});

test("findings lead with how many hosts fail, and end with the fix", () => {
  const text = narrate(
    told({ reading: detecting, findings: [finding], checks: [{ ...check, fail: 1 }] }),
  );
  expect(text).toMatch(/^Yes: 1 of 1 host has this problem: weak thing\.\n/);
  expect(text).toContain("- Weak thing on web-1 (high, 80% sure)");
  expect(text).toMatch(/Fix first: Strengthen it\.$/);
});

test("a detection that no host could be checked for is unknown, not none found", () => {
  const unknown = {
    ...check,
    unknown: 1,
    unknown_reasons: [{ agent_id: "web-1", reason: "denied" as const }],
  };
  const text = narrate(told({ reading: detecting, checks: [unknown] }));
  expect(text).toMatch(/^Unknown/);
  expect(text).toContain("(denied)");
  expect(firstLine({ reading: detecting, checks: [{ ...check, pass: 1 }] })).toBe(
    "No: no problem found on 1 host (checked: weak thing).",
  );
});

test("a finding of a related detection alone does not answer yes", () => {
  const other = { ...definition, id: "other", title: "Other thing" };
  const text = narrate(
    told({
      reading: detecting,
      detections: [definition, other],
      findings: [{ ...finding, detection_id: "other", title: "Other thing" }],
      checks: [
        { ...check, pass: 1 },
        { ...check, detection_id: "other", fail: 1 },
      ],
    }),
  );
  expect(text.split("\n").slice(0, 3)).toEqual([
    "No: no problem found on 1 host (checked: weak thing).",
    "Related:",
    "- Other thing on web-1 (high, 80% sure)",
  ]);
});

test("names that the estate does not have are reported when nothing is found", () => {
  const unknown_names = [{ name: "ngnix", near: ["nginx"] }];
  const part = (over: Partial<NarrativeInput>) =>
    narrate(told({ reading: reading({ unknown_names }), ...over }));
  expect(part({ parts: [rows(["name"])] })).toContain(
    "No snapshot has anything called ngnix. Did you mean nginx?",
  );
  expect(part({ parts: [rows(["name"], ["ngnix"])] })).not.toContain("No snapshot");
});

test("unanswered hosts, unknown names and partial data are reported", () => {
  const gaps = [{ table: "processes", reason: "denied" as const, detail: "fds of 4 processes" }];
  const text = narrate(
    told({
      parts: [rows(["username"], ["bob"])],
      unknownHosts: ["db-9"],
      similarHosts: ["db-1", "db-2"],
      answers: [
        host("web-1", {
          results: new Map([["facts/0/0", statementResult({ id: "facts/0/0", gaps })]]),
        }),
      ],
      coverage: {
        agents_targeted: 2,
        agents_answered: 1,
        unanswered: [{ agent_id: "web-2", reason: "timed_out" }],
        cached: 0,
        live: 1,
      },
    }),
  );
  expect(text).toContain("No agent in scope is called db-9. Did you mean db-1 or db-2?");
  expect(text).toContain("1 host of 2 did not answer: web-2 (timed out).");
  expect(text).toContain("Not seen: web-1: fds of 4 processes.");
});

test("words agree in number", () => {
  expect(count(1, "process")).toBe("1 process");
  expect(count(2, "process")).toBe("2 processes");
  expect(count(0, "policy")).toBe("0 policies");
  expect(singular("listening sockets")).toBe("listening socket");
  expect(singular("processes")).toBe("process");
  expect(singular("file hashes")).toBe("file hash");
  expect(singular("setuid binaries")).toBe("setuid binary");
  expect([singular("the kernel"), singular("memory")]).toEqual([null, null]);
  expect(list(["a", "b", "c"], 2)).toBe("a, b and 1 more");
});

test("how many hosts have such rows is said of the hosts that answered", () => {
  const byHost = reading({
    aggregate: { type: "group_by", fields: [], fn: "distinct", of: "host" },
    tables: ["users"],
  });
  const line = (hosts: number) =>
    narrate(told({ reading: byHost, parts: [rows(["hosts"], [hosts])] })).split("\n")[0];
  expect(line(1)).toBe("1 of 1 host has matching users.");
  expect(line(0)).toBe("0 of 1 host have matching users.");
});
