import { openSqlite, payloads } from "./pages.ts";
import { readRecord, type SqliteValue } from "./record.ts";

/** Rows by column name, in lower case. */
export type SqliteRow = Record<string, SqliteValue | undefined>;

/** The rows of a table of a database file; throws if the file or the table is not as expected. */
export function readSqliteTable(
  bytes: Buffer,
  table: string,
): { rows: SqliteRow[]; hasLog: boolean } {
  const file = openSqlite(bytes);
  const schema = [...payloads(file, 1)].map(readRecord);
  const found = schema.find(
    ([type, name]) => type === "table" && String(name).toLowerCase() === table.toLowerCase(),
  );
  const [, , , root, sql] = found ?? [];
  if (typeof root !== "number" || typeof sql !== "string")
    throw new Error(`an SQLite database without the table ${table}`);
  const columns = columnNames(sql);
  const rows = [...payloads(file, root)].map((payload) => {
    const values = readRecord(payload);
    return Object.fromEntries(columns.map((column, index) => [column, values[index]]));
  });
  return { rows, hasLog: file.hasLog };
}

const constraint = /^(primary|unique|check|foreign|constraint)\b/i;

/** The names of a CREATE TABLE statement's columns. */
function columnNames(sql: string): string[] {
  const body = sql.slice(sql.indexOf("(") + 1, sql.lastIndexOf(")"));
  return body
    .replace(/\([^()]*\)/g, "")
    .split(",")
    .map((definition) => definition.trim())
    .filter((definition) => definition !== "" && !constraint.test(definition))
    .map((definition) => (/^["`[]?([^"`\]\s]+)/.exec(definition)?.[1] ?? "").toLowerCase());
}
