import { type Loose, type PackQuery, textOf } from "./types.ts";

/** A query from its entry in a file; `outer` is the pack that it belongs to. */
export function packQuery(
  { pack, name }: { pack: string; name: string },
  entry: Loose,
  outer: Loose = {},
): PackQuery {
  return {
    pack,
    name,
    sql: textOf(entry.query).replace(/[\s;]+$/, ""),
    intervalSeconds: secondsOf(entry.interval),
    platforms: [outer.platform, entry.platform].map(textOf).filter((text) => text !== ""),
  };
}

/** osquery accepts a number and its text; 0 means that a query is not scheduled. */
function secondsOf(value: unknown): number | null {
  const seconds = Number(typeof value === "string" ? value.trim() : value);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : null;
}
