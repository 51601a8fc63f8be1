import { suggest } from "../../core/suggest.ts";

/** A table as far as statements are checked against it. */
export interface KnownTable {
  name: string;
  platforms: string[];
  columns: { name: string }[];
}

/** A statement over empty tables: its columns and the tables it reads, or why it can't run. */
export type PreparedSql =
  | { ok: true; columns: string[]; tables: string[] }
  | { ok: false; message: string };

/** Prepares statements without reading a host. */
export interface SqlChecker {
  tables: KnownTable[];
  prepare(sql: string): Promise<PreparedSql>;
}

export type CheckedSql = { columns: string[]; problem: null } | { columns: null; problem: string };

/** A statement's columns, or what keeps it from running on hosts with this operating system. */
export async function checkSql(checker: SqlChecker, sql: string, os: string): Promise<CheckedSql> {
  const prepared = await checker.prepare(sql);
  if (!prepared.ok) return { columns: null, problem: explain(prepared.message, sql, checker) };
  const elsewhere = prepared.tables.find(
    (name) => !tableCalled(checker, name)?.platforms.includes(os === "windows" ? "win32" : os),
  );
  if (elsewhere !== undefined)
    return { columns: null, problem: `${elsewhere} is not a table of ${os}` };
  return { columns: prepared.columns, problem: null };
}

export function tableCalled({ tables }: SqlChecker, name: string): KnownTable | undefined {
  return tables.find((table) => table.name.toLowerCase() === name.toLowerCase());
}

/** SQLite's message, with the name that was probably meant. */
function explain(message: string, sql: string, { tables }: SqlChecker): string {
  const table = /no such table: (\S+)/.exec(message)?.[1];
  if (table !== undefined)
    return `there is no table ${table}${meant(
      table,
      tables.map(({ name }) => name),
    )}`;
  const column = /no such column: (\S+)/.exec(message)?.[1];
  if (column === undefined) return message;
  const named = tables.filter(({ name }) => new RegExp(`\\b${name}\\b`, "i").test(sql));
  const columns = named.flatMap((each) => each.columns.map(({ name }) => name));
  return `there is no column ${column}${meant(column.replace(/^.*[.]/, ""), columns)}`;
}

function meant(typed: string, names: string[]): string {
  const near = suggest(typed, names);
  return near === undefined ? "" : `; did you mean ${near}?`;
}
