import { expect, test } from "vitest";
import { loadDetections } from "../../../../src/brain/detections/load-detections.ts";
import { stripInjection } from "../../../../src/brain/questions/annotate/strip-injection.ts";
import { createReader } from "../../../../src/brain/questions/create-reader.ts";
import { readSql } from "../../../../src/brain/questions/readings/read-sql.ts";
import { refusals } from "../../../../src/brain/questions/reply/refusals.ts";
import { periodOf } from "../../../../src/brain/questions/sql/window.ts";
import { context, everyDetection, lexicon, loadModel, reader } from "./reader-under-test.ts";

const read = (question: string) => reader.read(question, context);

test.each([
  ["logins in the last 7 days", "7d"],
  ["logins over the past fortnight", "14d"],
  ["logins last week", "last_week"],
  ["logins yesterday between 9:00 and 12:00", "yesterday 09:00/12:00"],
  ["logins since 2026-11-01", "since:2026-11-01"],
  ["logins since boot", "since:boot"],
  ["logins overnight", "overnight"],
  ["timers which haven't fired for a month", ">30d"],
  ["docker images older than 6 months", ">180d"],
  ["certificates that expire within 30 days", "+30d"],
])("the period of %j is %s", (question, window) => {
  expect(read(question).time_window).toBe(window);
});

test.each([
  ["processes on web-1", ["web-1"], {}],
  ["processes on db-7", ["db-7"], {}],
  ["processes on web-*", ["web-*"], {}],
  ["processes on app-08 through app-10", ["app-08", "app-09", "app-10"], {}],
  ["processes on this machine", [], {}],
  ["processes in production", [], { env: "prod" }],
  ["processes on the db servers", [], { role: "db" }],
  ["processes where env=staging", [], { env: "staging" }],
  ["which processes started in the last hour on hosts tagged role=web?", [], { role: "web" }],
])("%j is asked of hosts %j with tags %j", (question, hosts, tags) => {
  expect(read(question)).toMatchObject({ hosts, tags });
});

test("a tag of the estate is known by its own key", () => {
  const estate = { ...context, tags: [{ tier: "zebra" }] };
  expect(reader.read("processes on the zebra hosts", estate).tags).toEqual({ tier: "zebra" });
});

test.each([
  "select name, pid from processes where name = 'a;b'",
  "SELECT count(*) FROM users;",
  "with x as (select 1 as n) select n from x",
  "-- who is there\nselect username from users",
  "/* all */ SELECT 1",
  "select 1 -- one",
  "SELECT 1;;",
  "SELECT taint, (taint & 1) FROM kernel_modules",
])("%j is run as written", (sql) => {
  expect(readSql(sql)).toEqual({ kind: "query", sql: sql.replace(/;+$/, "") });
});

test.each([
  "delete from users",
  "select 1; drop table users",
  "ATTACH '/tmp/x' AS y",
  "PRAGMA user_version",
  "select writefile('/tmp/x', 'y')",
  "select load_extension('x')",
  "VALUES (1)",
  "(SELECT 1)",
  "ANALYZE",
  "/* tidy */ DELETE FROM users",
])("%j is refused", (sql) => {
  expect(readSql(sql)).toEqual({ kind: "refused" });
  expect(read(sql)).toMatchObject({ behaviour: "decline", sql: [] });
});

test("SQL of 64 KiB is run as written, whatever it holds, and at once", () => {
  const blanks = " ".repeat(30_000);
  const sql = `SELECT username${blanks},uid FROM users WHERE username IN ('${"/*".repeat(15_000)}')`;
  const start = performance.now();
  expect(readSql(`${sql};${blanks}`)).toEqual({ kind: "query", sql });
  expect(performance.now() - start).toBeLessThan(500);
});

test("a long text that begins like SQL is English", () => {
  expect(readSql(`select the users ${"; and the hosts".repeat(200)}`)).toBeNull();
});

test.each(["select the users on web-1", "with which shell does bob log in", "delete old logs"])(
  "%j is English",
  (question) => {
    expect(readSql(question)).toBeNull();
  },
);

test("code behind a question is cut off, and the question answered", () => {
  expect(stripInjection("packages on app-03'; rm -rf / #")).toBe("packages on app-03");
  expect(stripInjection("which hosts run nginx")).toBeNull();
  expect(read("packages on app-03'; rm -rf / #")).toMatchObject({
    behaviour: "answer_benign_part",
    tables: ["packages"],
    hosts: ["app-03"],
  });
});

test("two questions in one are read as two parts that share their hosts", () => {
  const { parts, tags } = read("for each checkout host: nginx version, and is it actually running");
  expect(tags).toEqual({ app: "checkout" });
  expect(parts?.map(({ tables, tags }) => [tables[0], tags])).toEqual([
    ["packages", { app: "checkout" }],
    ["services", { app: "checkout" }],
  ]);
});

test("a topic that no detection looks for is said to be uncovered", () => {
  const few = everyDetection.filter(({ id }) => id !== "crypto_miner");
  const other = createReader({ lexicon, detections: few, loadModel });
  expect(other.read("is anyone mining bitcoin", context)).toMatchObject({
    behaviour: "not_answerable",
    detections: [],
  });
});

test("every kind, topic and detection is a subject that the reader has learned", () => {
  const known = new Set(loadModel().subjects.ids);
  const ids = [
    ...lexicon.kinds.map(({ id }) => `t:${id}`),
    ...lexicon.topics.map(({ id }) => `d:${id}`),
    ...loadDetections("data/detections").map(({ id }) => `d:${id}`),
  ];
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
});

test("periods are reckoned from the time given", () => {
  const now = new Date(2026, 10, 20, 15, 30).getTime();
  const at = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime() / 1000;
  expect(periodOf("7d", now)).toEqual({ from: now / 1000 - 7 * 86_400, to: null });
  expect(periodOf(">90d", now)).toEqual({ from: null, to: now / 1000 - 90 * 86_400 });
  expect(periodOf("yesterday 09:00/12:00", now)).toEqual({ from: at(19, 9), to: at(19, 12) });
  expect(periodOf("last_week", now)).toEqual({ from: at(9), to: at(16) });
  expect(periodOf("weekend", now)).toEqual({ from: at(14), to: at(16) });
  expect(periodOf("overnight", now)).toEqual({ from: at(19, 18), to: at(20, 8) });
  expect(periodOf("since:sunday", now)).toEqual({ from: at(15), to: null });
  expect(periodOf("since:boot", now)).toBeNull();
});

test("a full name in a place is a host's, known or not", () => {
  expect(read("which services run on web-99.example.com?").hosts).toEqual(["web-99.example.com"]);
});

test("what is to be written is no change of the estate", () => {
  expect(read("write me a poem").text).toBe(refusals.out_of_domain.text);
  expect(read("write a new line into /etc/hosts").behaviour).toBe("decline");
});

test("a word of a field's name is no function, and what each host has one number of is not counted", () => {
  expect(read("what is the load average").aggregate).toEqual({ type: "none", fields: [] });
  expect(read("how many cpu cores").aggregate).toEqual({ type: "none", fields: [] });
  expect(read("average memory per host").aggregate).toMatchObject({ fn: "avg" });
});

test.each([
  ["processes of collector", "username", "collector"],
  ["is olined running", "name", "olined"],
])("a name that the estate has is not taken for a typing error: %j", (question, field, name) => {
  const estate = { ...context, users: new Set(["collector"]), software: new Set(["olined"]) };
  const filters = reader
    .read(question, estate)
    .filters.map((filter) => [filter.field, filter.value]);
  expect(filters).toContainEqual([field, name]);
});

test("a name that no snapshot has is given with similar ones", () => {
  const estate = { ...context, users: new Set(["bob"]), software: new Set(["mimird", "sshd"]) };
  const namesOf = (question: string) => reader.read(question, estate).unknown_names;
  expect(namesOf("is the package mimrd installed")).toEqual([{ name: "mimrd", near: ["mimird"] }]);
  expect(namesOf("processes of the user bobb")).toEqual([{ name: "bobb", near: ["bob"] }]);
  expect(namesOf("processes of the user bob")).toBeUndefined();
  expect(reader.read("processes of the user bobb", context).unknown_names).toBeUndefined();
});

test("what begins with the name of an account is another name", () => {
  const valuesOf = (question: string) =>
    reader.read(question, context).filters.map(({ value }) => value);
  expect(valuesOf("show me the account nobodyx")).toEqual(["nobodyx"]);
  expect(valuesOf("show me the account nobody")).toEqual(["nobody"]);
});
