import { expect, test } from "vitest";
import type { HostAnswer } from "../../../../src/brain/model/host-answer.ts";
import { statementsOf } from "../../../../src/brain/plan/plan-statements.ts";
import type { Evaluator } from "../../../../src/brain/ports/services.ts";
import { allRows, mergePart, toAnswer } from "../../../../src/brain/run/merge-answer.ts";
import type { StatementResult } from "../../../../src/contract/plan.ts";
import { agentRecord, reading, statementResult } from "../../../helpers/records.ts";

const part = reading({ sql: ["SELECT * FROM things"], merge_sql: null });
const [statement] = statementsOf({ reading: part, detections: [], depth: "standard" }, "linux");
const noEvaluator = {} as Evaluator;

function answer(host: string, result: Partial<StatementResult>): HostAnswer {
  return {
    agent: agentRecord({ agent_id: host, hostname: host }),
    source: "live",
    results: new Map([[statement!.id, statementResult({ id: statement!.id, ...result })]]),
    gap: null,
    receipt: null,
  };
}

const merge = (answers: HostAnswer[]) =>
  mergePart(part, { index: 0, answers, severalHosts: answers.length > 1 }, noEvaluator);

test("hosts with different columns share an answer with all of them, each value in its column", async () => {
  const merged = await merge([
    answer("linux", { columns: ["name", "uid"], rows: [["root", 0]] }),
    answer("mac", { columns: ["uid", "uuid", "name"], rows: [[501, "A-1", "ann"]] }),
  ]);
  expect(toAnswer([merged])).toEqual({
    columns: ["host", "name", "uid", "uuid"],
    rows: [
      ["linux", "root", 0, null],
      ["mac", "ann", 501, "A-1"],
    ],
    row_count: 2,
    truncated: false,
  });
});

test("duplicate column names keep their own values if all hosts have the same columns", async () => {
  const columns = ["name", "name"];
  const rows = [["a", "b"]];
  const merged = await merge([answer("x", { columns, rows }), answer("y", { columns, rows })]);
  expect(merged).toMatchObject({
    columns: ["host", "name", "name"],
    rows: [
      ["x", "a", "b"],
      ["y", "a", "b"],
    ],
  });
});

test("501 rows are truncated to 500 and counted in full", async () => {
  const rows = Array.from({ length: 501 }, (_, number) => [number]);
  const merged = await merge([answer("x", { columns: ["n"], rows })]);
  const whole = toAnswer([merged]);
  expect(whole).toMatchObject({ columns: ["n"], row_count: 501, truncated: true });
  expect(whole?.rows).toEqual(rows.slice(0, 500));
});

test("all rows have those that the answer lacks, host by host, and the same count", async () => {
  const rows = (from: number) => Array.from({ length: 400 }, (_, at) => [from + at]);
  const merged = await merge([
    answer("a", { columns: ["n"], rows: rows(0) }),
    answer("b", { columns: ["n"], rows: rows(400) }),
  ]);
  expect(toAnswer([merged])).toMatchObject({ row_count: 800, truncated: true });
  expect(toAnswer([merged])?.rows).toHaveLength(500);
  expect(allRows([merged])).toEqual({
    columns: ["host", "n"],
    rows: Array.from({ length: 800 }, (_, n) => [n < 400 ? "a" : "b", n]),
    row_count: 800,
    truncated: false,
  });
  expect(allRows([merged], 790)?.rows).toHaveLength(10);
});

test("more than 10,000 rows are stored in part, each host with its share", async () => {
  const rows = Array.from({ length: 9_000 }, (_, n) => [n]);
  const hosts = ["a", "b"].map((host) => answer(host, { columns: ["n"], rows }));
  const all = allRows([await merge(hosts)]);
  expect(all).toMatchObject({ row_count: 18_000, truncated: true });
  expect(all?.rows.filter(([host]) => host === "b")).toHaveLength(5_000);
});
