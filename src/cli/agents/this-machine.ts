import type { StatementResult } from "../../contract/plan.ts";
import { AppError } from "../../core/errors.ts";
import { suggest } from "../../core/suggest.ts";
import type { TableDescription } from "../../ui/views/tables.ts";

/** Runs one SELECT over this machine's tables; a statement that gives no result is an error. */
export async function queryHere(sql: string): Promise<StatementResult> {
  const { queryThisMachine } = await import("../../compose/offline/query-this-machine.ts");
  const result = await queryThisMachine(sql);
  if (result.error === null) return result;
  throw new AppError(result.error.reason, `The statement gave no result: ${result.error.message}`, {
    hint: "List the tables: inquest agents tables",
  });
}

export async function tablesHere(): Promise<TableDescription[]> {
  const { listTables } = await import("../../compose/offline/query-this-machine.ts");
  return listTables();
}

/** The table called `name`. */
export function findTable(tables: TableDescription[], name: string): TableDescription {
  const table = tables.find((one) => one.name === name);
  if (table) return table;
  const near = suggest(
    name,
    tables.map((one) => one.name),
  );
  throw new AppError("not_found", `There is no table ${name}.`, {
    hint: near ? `Did you mean ${near}?` : "List the tables: inquest agents tables",
    kind: "not_found",
  });
}
