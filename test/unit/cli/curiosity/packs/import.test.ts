import { expect, test } from "vitest";
import { applyImport, resultOf } from "../../../../../src/cli/curiosity/packs/apply-import.ts";
import { planImport } from "../../../../../src/cli/curiosity/packs/plan-import.ts";
import type { PackQuery } from "../../../../../src/cli/curiosity/packs/types.ts";
import type { Client } from "../../../../../src/client/types.ts";
import { prepareHere } from "../../../../../src/compose/offline/query-this-machine.ts";
import type { CreateCuriosityItem, CuriosityItem } from "../../../../../src/contract/curiosity.ts";
import { AppError } from "../../../../../src/core/errors.ts";
import { packImportView } from "../../../../../src/ui/views/pack-import.ts";
import { curiosityItem } from "../../../../helpers/curiosity-item.ts";

/** A server that keeps its items in memory and reads every question as SQL, but for English. */
function memoryServer({ leastMinutes = 1, os = "linux" } = {}) {
  const items: CuriosityItem[] = [];
  const checkInterval = ({ interval = "1h" }: Partial<CreateCuriosityItem>) => {
    if (!/^\d+m$/.test(interval) || Number.parseInt(interval, 10) >= leastMinutes) return;
    const issues = [{ path: "interval", message: `must be at least ${leastMinutes}m` }];
    throw new AppError("invalid_request", "The request is invalid.", { issues });
  };
  const client = {
    agents: async function* () {
      yield [{ os }];
    },
    curiosityItems: async function* () {
      yield { items: [...items], next_cursor: null };
    },
    interpret: async (question: string) =>
      question.includes("'english'") ? { text: "Users.", sql: [] } : { text: "", sql: [question] },
    createCuriosityItem: async (request: CreateCuriosityItem) => {
      checkInterval(request);
      const item = curiosityItem({ ...request, id: `cur_${items.length}` } as CuriosityItem);
      items.push(item);
      return item;
    },
    updateCuriosityItem: async (id: string, patch: Partial<CreateCuriosityItem>) => {
      checkInterval(patch);
      return Object.assign(items.find((item) => item.id === id)!, patch);
    },
  } as unknown as Client;
  return { client, items };
}

const query = (name: string, sql: string, more: Partial<PackQuery> = {}): PackQuery => ({
  ...{ pack: "ir", name, sql, intervalSeconds: 3_600, platforms: [] },
  ...more,
});

function plan(
  client: Client,
  queries: PackQuery[],
  flags: { tag?: string[]; every?: string } = {},
) {
  const options = { nowMs: 0, prepare: prepareHere, platform: "linux" };
  return planImport(
    client,
    { queries, notes: [] },
    { ...options, flags: { paused: false, ...flags } },
  );
}

async function importAll(client: Client, queries: PackQuery[], flags?: { tag?: string[] }) {
  return applyImport(client, await plan(client, queries, flags));
}

test("each query is said to run, or what it lacks", async () => {
  const { client, items } = memoryServer();
  const planned = await plan(client, [
    query("runs", "SELECT uid FROM users"),
    query("table", "SELECT * FROM no_such_table"),
    query("column", "SELECT no_such_column FROM users"),
    query("events", "SELECT * FROM process_events"),
    query("declared", "SELECT * FROM launchd", { platforms: ["posix", "darwin"] }),
    query("shared", "SELECT uid FROM users", { platforms: ["windows, ubuntu"] }),
    query("write", "DROP TABLE users"),
    query("english", "SELECT 'english'"),
    query("empty", ""),
    query("long", `SELECT '${"x".repeat(2_000)}'`),
    query("runs", "SELECT 1"),
  ]);
  const found = resultOf(planned, true).queries.map(({ name, status, detail }) => [
    name.replace("ir: ", ""),
    status,
    detail,
  ]);
  expect(found).toEqual([
    ["runs", "runs", null],
    ["table", "missing", "table no_such_table"],
    ["column", "missing", "column no_such_column"],
    ["events", "events", "process_events"],
    ["declared", "other_platform", "for darwin"],
    ["shared", "runs", null],
    ["write", "refused", "only SELECT and WITH … SELECT are allowed"],
    ["english", "refused", "the server does not run it as SQL: Users."],
    ["empty", "refused", "it has no SQL statement"],
    ["long", "refused", "longer than 2000 characters"],
    ["runs", "refused", "another query of the file has the same name"],
  ]);
  expect(items).toEqual([]);
});

test("a table of another platform than the hosts' is named with its platforms", async () => {
  const { client } = memoryServer({ os: "windows" });
  const { queries } = await plan(client, [query("acl", "SELECT * FROM suid_bin")]);
  expect(queries[0]).toMatchObject({
    status: "other_platform",
    detail: expect.stringMatching(/^suid_bin is a table of .*linux/),
  });
});

test("importing again adds nothing, and updates what the file changed", async () => {
  const { client, items } = memoryServer();
  const first = [query("a", "SELECT 1"), query("b", "SELECT 2")];
  expect((await importAll(client, first)).queries.map(({ action }) => action)).toEqual([
    "create",
    "create",
  ]);
  const again = await importAll(client, [
    first[0]!,
    query("b", "SELECT 3", { intervalSeconds: 7_200 }),
  ]);
  expect(again.queries.map(({ action, id }) => [action, id])).toEqual([
    ["keep", "cur_0"],
    ["update", "cur_1"],
  ]);
  expect(items.map(({ query, interval }) => [query, interval])).toEqual([
    ["/* ir: a */ SELECT 1", "1h"],
    ["/* ir: b */ SELECT 3", "2h"],
  ]);
});

test("the same file for other hosts makes questions of its own", async () => {
  const { client, items } = memoryServer();
  const pack = [query("a", "SELECT 1")];
  await importAll(client, pack);
  await importAll(client, pack, { tag: ["env=prod"] });
  await importAll(client, pack, { tag: ["env=prod"] });
  expect(items.map(({ scope }) => scope.filter?.tags)).toEqual([undefined, { env: "prod" }]);
});

test("an interval below the minimum is raised, and raised again it is unchanged", async () => {
  const { client, items } = memoryServer({ leastMinutes: 15 });
  const pack = [query("a", "SELECT 1", { intervalSeconds: 10 })];
  const raised = { interval: "15m", detail: "interval 10s is outside the server's limits" };
  expect((await importAll(client, pack)).queries).toMatchObject([{ ...raised, action: "create" }]);
  expect((await importAll(client, pack)).queries).toMatchObject([{ ...raised, action: "keep" }]);
  expect(items).toMatchObject([{ interval: "15m" }]);
});

test("--every replaces the file's intervals", async () => {
  const { client } = memoryServer();
  const { queries } = await plan(client, [query("a", "SELECT 1")], { every: "7d" });
  expect(queries[0]).toMatchObject({ interval: "7d", detail: null });
});

test("a name can't end the remark that marks its question", async () => {
  const { client } = memoryServer();
  const { queries } = await plan(client, [query("a */ it's", "SELECT 1")]);
  expect(queries[0]!.request.query).toBe("/* ir: a __ it_s */ SELECT 1");
});

test("the counts add up", async () => {
  const { client } = memoryServer();
  const result = await importAll(client, [
    query("a", "SELECT 1"),
    query("b", "SELECT x FROM users"),
  ]);
  const lines = packImportView.plain(result, { width: 100, color: false, nowMs: 0 } as never);
  expect(lines.slice(-2)).toEqual(["1 of 2 queries run: 1 created.", "1 skipped: 1 missing."]);
});
