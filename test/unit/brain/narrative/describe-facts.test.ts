import { expect, test } from "vitest";
import type { HostAnswer } from "../../../../src/brain/model/host-answer.ts";
import type { KindWords } from "../../../../src/brain/model/kind-words.ts";
import { describeFacts } from "../../../../src/brain/narrative/describe-facts.ts";
import { loadLexicon } from "../../../../src/brain/questions/lexicon/load-lexicon.ts";
import { wordsOfKind } from "../../../../src/brain/questions/lexicon/words-of-kind.ts";
import type { Cell } from "../../../../src/contract/common.ts";
import type { Reading } from "../../../../src/contract/reading.ts";
import { agentRecord, reading, statementResult } from "../../../helpers/records.ts";

const words = new Map<string, KindWords>(
  loadLexicon("data").kinds.map((kind) => [kind.id, wordsOfKind(kind)]),
);

/** What is said of rows of a kind, of so many hosts. */
function said(
  kind: string,
  over: Partial<Reading>,
  table: { columns: string[]; rows: Cell[][] },
  answers: HostAnswer[] = [],
) {
  const part = reading({ tables: [kind], sql: [], ...over });
  const merged = { ...table, rowCount: table.rows.length, truncated: false };
  return describeFacts(part, merged, {
    reading: part,
    parts: [merged],
    answers,
    findings: [],
    checks: [],
    detections: [],
    coverage: { agents_targeted: 28, agents_answered: 28, unanswered: [], cached: 0, live: 28 },
    wordsOf: (id) => words.get(id),
    unknownHosts: [],
    followUp: [],
    similarHosts: [],
    paths: null,
    posture: null,
  });
}

const hosts = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => `host-${at + from}`);

test("what is said of one thing on several hosts is one sentence", () => {
  const rows = [
    ...hosts(26).map((host) => [host, "openssl", "3.0.15", "amd64"]),
    ["db-2", "openssl", "3.0.11", "amd64"],
  ];
  const columns = ["host", "name", "version", "arch"];
  expect(said("packages", {}, { columns, rows })).toEqual([
    "openssl is 3.0.15 on 26 hosts, 3.0.11 on db-2.",
  ]);
});

test("one host's disk is described by its values", () => {
  const columns = ["path", "type", "size", "free", "percent_used"];
  const rows = [["/", "ext4", 270582939648, 79456894976, 27]];
  expect(said("mounts", {}, { columns, rows })).toEqual([
    "/ is 27% full (74 GiB free of 252 GiB).",
  ]);
});

test("of many rows the number is given, and the extreme of what they are measured by", () => {
  const columns = ["host", "path", "type", "size", "free", "percent_used"];
  const rows = hosts(5).map((host, at) => [host, "/", "ext4", 1 << 30, 1 << 29, 50 + at]);
  expect(said("mounts", {}, { columns, rows })).toEqual([
    "5 mounted file systems on 5 hosts. Fullest: / is 54% full (512 MiB free of 1 GiB) on host-5.",
  ]);
});

test("a question about a state is answered yes, no or partly, of the hosts that report it", () => {
  const asked = {
    aggregate: { type: "exists" as const, fields: [] },
    filters: [{ field: "secure_boot", op: "eq" as const, value: true }],
  };
  const columns = ["host", "secure_boot", "secure_mode"];
  const state = (names: string[], value: number) => names.map((host) => [host, value, null]);
  const answer = (rows: Cell[][]) => said("secureboot", asked, { columns, rows });
  expect(answer(state(hosts(28), 1))).toEqual(["Yes: Secure Boot is enabled on all 28 hosts."]);
  expect(answer(state(hosts(28), 0))).toEqual(["No: Secure Boot is disabled on all 28 hosts."]);
  expect(answer([...state(hosts(25), 1), ...state(["a", "b", "c"], 0)])).toEqual([
    "Partly: Secure Boot is enabled on 25 hosts; disabled on a, b and c.",
  ]);
  expect(answer(state(["a"], 1))).toEqual([
    "Yes, on 1 of 28 hosts: Secure Boot is enabled on a.",
    "27 hosts reported nothing about this.",
  ]);
  expect(answer([])).toEqual(["Unknown: not reported by 28 hosts."]);
});

test("a ranking leads with its first rows, groups with their numbers", () => {
  const ranking = {
    aggregate: { type: "top_n" as const, fields: ["resident_size"], n: 2, order: "desc" as const },
  };
  const rows = [
    ["web-1", 7, "java", "app", 3 << 29],
    ["db-1", 9, "mysqld", "mysql", 1 << 29],
  ];
  const columns = ["host", "pid", "name", "username", "resident_size"];
  expect(said("processes", ranking, { columns, rows })).toEqual([
    "Highest resident size: java (pid 7, app) on web-1, 1.5 GiB; mysqld (pid 9, mysql) on db-1, 512 MiB.",
  ]);
  const groups = { aggregate: { type: "group_by" as const, fields: ["shell"] } };
  const byShell = {
    columns: ["shell", "count"],
    rows: [
      ["/bin/bash", 54],
      ["", 3],
    ] as Cell[][],
  };
  expect(said("users", groups, byShell)).toEqual(["Accounts by shell: /bin/bash 54 and (none) 3."]);
  const average = {
    aggregate: { type: "group_by" as const, fields: [], fn: "avg" as const, of: "percent_used" },
  };
  expect(said("memory_info", average, { columns: ["avg_percent_used"], rows: [[43.5]] })).toEqual([
    "Average percent used of memory: 43.5%.",
  ]);
});

test("no difference, and nobody who lacks something, is not the lack of the data itself", () => {
  const differing = {
    aggregate: { type: "group_by" as const, fields: ["name"], fn: "compare" as const },
  };
  expect(said("packages", differing, { columns: ["name", "on_hosts"], rows: [] })).toEqual([
    "No differences in packages on 28 hosts.",
  ]);
  const lacking = { absent: "user" as const };
  expect(said("crontab", lacking, { columns: ["host", "username"], rows: [] })).toEqual([
    "No user without cron jobs on 28 hosts.",
  ]);
  const filters = [{ field: "name", op: "eq" as const, value: "curl" }];
  expect(said("packages", { absent: "host", filters }, { columns: ["host"], rows: [] })).toEqual([
    "No host without such packages on 28 hosts.",
  ]);
});

test("a state that could be read only in part is said to be so", () => {
  const asked = {
    aggregate: { type: "exists" as const, fields: [] },
    filters: [{ field: "encrypted", op: "eq" as const, value: true }],
    sql: ["SELECT 1"],
  };
  const gaps = [{ table: "disk_encryption", reason: "denied" as const, detail: "a part" }];
  const results = new Map([["facts/0/0", statementResult({ id: "facts/0/0", gaps })]]);
  const answers = [
    {
      agent: agentRecord({ agent_id: "a" }),
      source: "live" as const,
      results,
      gap: null,
      receipt: null,
    },
  ];
  const columns = ["host", "name", "encrypted"];
  const rows: Cell[][] = [["a", "sda", 0]];
  expect(said("disk_encryption", asked, { columns, rows }, answers)[0]).toBe(
    "No, on 1 of 28 hosts, in the data that could be read: sda is not encrypted on a.",
  );
});

test("no row at all says what was looked for, and on how many hosts", () => {
  const filters = [{ field: "username", op: "eq" as const, value: "nobodyx" }];
  const columns = ["host", "username"];
  expect(said("users", { filters }, { columns, rows: [] })).toEqual([
    "No accounts matched on 28 hosts.",
  ]);
  expect(said("failed_logins", {}, { columns, rows: [] })).toEqual([
    "No failed logins on 28 hosts.",
  ]);
});

test("whether all are so is answered by those that are not, and with yes only if everything was read", () => {
  const asked = {
    aggregate: { type: "exists" as const, fields: [] },
    filters: [{ field: "state", op: "ne" as const, value: "running" }],
    exceptions: true,
  };
  const columns = ["host", "name", "state"];
  const gap = { table: "services", reason: "denied" as const, detail: "not root" };
  const unread: HostAnswer = {
    agent: agentRecord({ agent_id: "web-1" }),
    source: "live",
    results: new Map([["facts/0/0", statementResult({ id: "facts/0/0", gaps: [gap] })]]),
    gap: null,
    receipt: null,
  };
  const stopped = { columns, rows: [["web-1", "nginx", "dead"]] };
  expect(said("services", asked, stopped)[0]).toBe("No: nginx is dead on web-1.");
  expect(said("services", asked, { columns, rows: [] })).toEqual([
    "Yes: no services matched on 28 hosts.",
  ]);
  expect(
    said("services", { ...asked, sql: ["SELECT 1"] }, { columns, rows: [] }, [unread]),
  ).toEqual(["No services matched in the data that could be read on 28 hosts."]);
});

test("a condition on what each host has once is answered by the hosts that meet it", () => {
  const asked = { filters: [{ field: "virtualization", op: "eq" as const, value: "none" }] };
  const columns = ["host", "hardware_vendor", "virtualization"];
  const rows = hosts(3).map((host) => [host, "Dell Inc.", "none"]);
  expect(said("system_info", asked, { columns, rows })).toEqual([
    "3 of 28 hosts: host-1, host-2 and host-3.",
  ]);
});
