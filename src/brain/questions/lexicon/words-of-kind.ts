import type { CellFormat } from "../../../core/text/format-cell.ts";
import type { KindWords } from "../../model/kind-words.ts";
import type { Field, Kind } from "../model/types.ts";

const formatOfType: Partial<Record<Field["type"], CellFormat>> = {
  bytes: "bytes",
  percent: "percent",
  time: "time",
  bool: "boolean",
};

/** What sentences about a kind's rows are made of. */
export function wordsOfKind({ noun, single, fields, says, measure }: Kind): KindWords {
  const formats = Object.entries(fields).flatMap(([name, { type }]) => {
    const format = name.endsWith("_seconds") ? "seconds" : formatOfType[type];
    return format ? [[name, format] as const] : [];
  });
  return { noun, single, formats: Object.fromEntries(formats), says, measure };
}

/** The formats of the names that mean the same in every kind that has them: `resident_size`. */
export function commonFormats(kinds: Kind[]): Record<string, CellFormat> {
  const known = new Map<string, Set<CellFormat | undefined>>();
  for (const kind of kinds) {
    const { formats } = wordsOfKind(kind);
    for (const field of Object.keys(kind.fields))
      known.set(field, (known.get(field) ?? new Set()).add(formats[field]));
  }
  const common = [...known].flatMap(([field, [first, ...others]]) =>
    first && others.length === 0 ? [[field, first] as const] : [],
  );
  return Object.fromEntries(common);
}
