import type { Cell } from "../../contract/common.ts";
import { type CellFormat, formatCell } from "../../core/text/format-cell.ts";

/** A row as a sentence in two parts, so that what several hosts say of one thing reads as one. */
export interface WordedRow {
  /** "openssl" */
  subject: string;
  /** "is 3.0.15"; empty if the subject says it all. */
  predicate: string;
}

/** The value of a field of the row as text; undefined if the row doesn't have it. */
type TextOf = (field: string) => string | undefined;

const maxLength = 120;

/**
 * A row in the words of its kind: `{name} | is {version}[ ({arch})]`. A part in brackets is left out
 * if a field in it is empty, `{enabled?on|off}` chooses by whether the field is true. Null if a field
 * outside of brackets is empty.
 */
export function wordRow(
  says: string,
  row: { columns: string[]; cells: Cell[] },
  formats: Record<string, CellFormat>,
): WordedRow | null {
  const textOf = textsOf(row, formats);
  const [subject = null, predicate = ""] = says.split(" | ").map((part) => fill(part, textOf));
  if (subject === null || predicate === null) return null;
  return { subject: shorten(subject), predicate: shorten(predicate) };
}

function textsOf(
  { columns, cells }: { columns: string[]; cells: Cell[] },
  formats: Record<string, CellFormat>,
): TextOf {
  return (field) => {
    const cell = cells[columns.indexOf(field)];
    if (cell === undefined || cell === null || cell === -1) return undefined;
    return formatCell(cell, formats[field]).trim() || undefined;
  };
}

/** Null if a field outside of brackets has no value. */
function fill(template: string, textOf: TextOf): string | null {
  const parts = template.match(/\[[^\]]*\]|[^[]+/g) ?? [];
  const filled = parts.map((part) =>
    part.startsWith("[") ? (fillIn(part.slice(1, -1), textOf) ?? "") : fillIn(part, textOf),
  );
  return filled.includes(null) ? null : filled.join("");
}

const placeholder = /\{(\w+)(?:\?([^|}]*)\|([^}]*))?\}/g;

/** Null if a field has no value. */
function fillIn(template: string, textOf: TextOf): string | null {
  let isWhole = true;
  const text = template.replace(placeholder, (_, field: string, yes?: string, no?: string) => {
    const value = textOf(field);
    isWhole &&= value !== undefined;
    if (yes === undefined) return value ?? "";
    return (value === "yes" ? yes : no) ?? "";
  });
  return isWhole ? text : null;
}

function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
