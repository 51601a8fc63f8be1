import { expect, test } from "vitest";
import { liveQueryEngine } from "../../../../src/agent/run/live-query-engine.ts";
import type { PlanStatement, StatementResult } from "../../../../src/contract/plan.ts";
import type { Engine, TableInfo } from "../../../../src/engine/types.ts";
import { statementResult } from "../../../helpers/records.ts";

const info = (name: string, over: Partial<TableInfo> = {}): TableInfo => ({
  name,
  description: "",
  platforms: [],
  columns: [{ name: "uid", type: "BIGINT" }],
  required: [],
  here: true,
  ...over,
});
const { signal } = new AbortController();

function engineOf(tables: TableInfo[], results: Partial<StatementResult>[] = []) {
  const asked: PlanStatement[] = [];
  const engine: Pick<Engine, "run" | "tables"> = {
    tables: async () => tables,
    async run(statements) {
      asked.push(...statements);
      return statements.map(({ id }) =>
        statementResult({ id, ...results.find((one) => one.id === id) }),
      );
    },
  };
  return {
    asked,
    collect: (denied: string[]) => liveQueryEngine(engine).collectTables(denied, signal),
  };
}

test("a table whose source the host lacks is left out", async () => {
  const gaps = [
    {
      table: "rpm_packages",
      reason: "table_missing",
      detail: "rpm is not installed",
      absent: true,
    },
  ] as const;
  const { collect } = engineOf([info("rpm_packages")], [{ id: "rpm_packages", gaps: [...gaps] }]);
  expect(await collect([])).toEqual([]);
});

test("tables with secrets, of other platforms or that need a constraint are not read", async () => {
  const { asked, collect } = engineOf([
    info("users"),
    info("process_envs"),
    info("shell_history"),
    info("rpm_packages", { here: false }),
    info("file", { required: ["path"] }),
  ]);
  await collect([]);
  expect(asked.map(({ sql }) => sql)).toEqual(['SELECT users."uid" FROM users']);
});

test("a table denied by a policy is not read, and its snapshot says so", async () => {
  const { asked, collect } = engineOf([info("users"), info("shadow")]);
  const parts = await collect(["shadow"]);
  expect(asked.map(({ id }) => id)).toEqual(["users"]);
  expect(parts.find(({ name }) => name === "shadow")).toMatchObject({
    rows: null,
    gaps: [{ table: "shadow", reason: "policy" }],
  });
});

test("an unreadable table is denied, a partly readable one has gaps, an incomplete one is left out", async () => {
  const gap = { table: "users", reason: "denied" as const, detail: "1 user: permission denied" };
  const { collect } = engineOf(
    ["shadow", "users", "long", "broken", "slow"].map((one) => info(one)),
    [
      { id: "shadow", error: { reason: "denied", message: "permission denied" } },
      { id: "users", columns: ["username", "uid"], rows: [["root", 0]], gaps: [gap] },
      { id: "long", truncated: true },
      { id: "broken", error: { reason: "error", message: "no" } },
      { id: "slow", error: { reason: "timed_out", message: "no" } },
    ],
  );
  expect(await collect([])).toEqual([
    {
      name: "shadow",
      rows: null,
      gaps: [{ table: "shadow", reason: "denied", detail: "permission denied" }],
    },
    { name: "users", rows: [{ username: "root", uid: 0 }], gaps: [gap] },
  ]);
});
