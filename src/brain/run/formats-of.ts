import type { Reading } from "../../contract/reading.ts";
import { ownValue } from "../../core/own-value.ts";
import type { CellFormat } from "../../core/text/format-cell.ts";
import { partsOf } from "../plan/plan-statements.ts";
import type { BrainServices } from "../ports/services.ts";

export type Formats = Record<string, CellFormat>;

/** Of the formats those that the columns have; nothing where none has one. */
export function formatsOf(columns: string[], formats: Formats): { formats?: Formats } {
  const known = columns.flatMap((name) => {
    const format = ownValue(formats, name);
    return format ? [[name, format] as const] : [];
  });
  return known.length > 0 ? { formats: Object.fromEntries(known) } : {};
}

const keepsUnit = new Set(["sum", "avg", "min", "max"]);

/** The formats of an answer's columns, by the kinds of data that its parts are about. */
export function formatsOfReading(
  reading: Reading,
  { wordsOf }: Pick<BrainServices, "wordsOf">,
): Formats {
  const formats = partsOf(reading).flatMap(({ tables, aggregate: { fn, of } }) => {
    const own = wordsOf(tables[0] ?? "")?.formats ?? {};
    const reduced = of && fn && keepsUnit.has(fn) ? ownValue(own, of) : undefined;
    return reduced ? [own, { [`${fn}_${of}`]: reduced }] : [own];
  });
  return Object.assign({}, ...formats);
}
