import { loadLexicon } from "../../../src/brain/questions/lexicon/load-lexicon.ts";

/** Keys of host tags that a filter may name in place of a column. */
export const tagKeys = [
  "env",
  "app",
  "role",
  "site",
  "os",
  "team",
  "scope",
  "network",
  "tier",
] as const;

interface KindColumns {
  fields: ReadonlySet<string>;
  timeField: string | null;
}

let loaded: ReadonlyMap<string, KindColumns> | undefined;

/** The columns of every kind of data, read at the first question. */
function kinds(): ReadonlyMap<string, KindColumns> {
  loaded ??= new Map(
    loadLexicon("data").kinds.map(({ id, fields, timeField }) => [
      id,
      { fields: new Set(Object.keys(fields)), timeField },
    ]),
  );
  return loaded;
}

const none: ReadonlySet<string> = new Set();

/** The columns of a kind; none of an unknown one. */
export const fieldsOf = (kind: string | null): ReadonlySet<string> =>
  kinds().get(kind ?? "")?.fields ?? none;

/** The column that a time window of a kind applies to. */
export const timeFieldOf = (kind: string): string | null => kinds().get(kind)?.timeField ?? null;
