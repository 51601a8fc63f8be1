import type { ColumnType } from "../model/table.ts";
import { osquerySchema } from "./schema.ts";

/** A column of osquery's table. */
export interface OsqueryColumn {
  name: string;
  type: ColumnType;
  /** Left out by `SELECT *`. */
  hidden: boolean;
  /** The platforms that show it: osquery accepts it on the others too, hidden and NULL. */
  platforms: NodeJS.Platform[] | null;
  /** SQLite's or osquery's collation, by which values are compared; null for the default one. */
  collation: string | null;
}

const types: Record<string, ColumnType> = { i: "INTEGER", b: "BIGINT", d: "DOUBLE" };

const lines = new Map(
  osquerySchema
    .trim()
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
);

/** The columns of osquery's table of this name, in its order; null if osquery has no such table. */
export function osqueryColumns(table: string): OsqueryColumn[] | null {
  let columns = parsed.get(table);
  if (columns === undefined) {
    columns = parseTable(lines.get(table));
    parsed.set(table, columns);
  }
  return columns;
}

const parsed = new Map<string, OsqueryColumn[] | null>();

function parseTable(line: string | undefined): OsqueryColumn[] | null {
  const [everywhere, ...somewhere] = line?.split(" | ") ?? [];
  if (everywhere === undefined) return null;
  return [
    ...everywhere.split(" ").map((word) => parseColumn(word, null)),
    ...somewhere.flatMap((part) => {
      const [platforms = "", ...words] = part.split(" ");
      return words.map((word) => parseColumn(word, platforms.split("+") as NodeJS.Platform[]));
    }),
  ];
}

function parseColumn(word: string, platforms: NodeJS.Platform[] | null): OsqueryColumn {
  const [, mark, name, type, collation] = /^(~?)(\w+)(?::(\w))?(?:@(\w+))?$/.exec(word)!;
  return {
    name: name!,
    type: type ? types[type]! : "TEXT",
    hidden: mark === "~",
    platforms,
    collation: collation ?? null,
  };
}
