import type { Cell } from "../../contract/common.ts";
import type { Reading } from "../../contract/reading.ts";
import { formatCell } from "../../core/text/format-cell.ts";
import type { KindWords } from "../model/kind-words.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { capitalize, list } from "../text/wording.ts";
import type { RowTerms } from "./describe-rows.ts";
import { wordedRow } from "./group-rows.ts";

const shown = 5;
const words = (name: string) => name.replaceAll("_", " ");

const functionNames: Record<string, string> = {
  sum: "total",
  avg: "average",
  min: "lowest",
  max: "highest",
  distinct: "number of different",
};

/** Groups with their number or value: "Accounts by shell: /bin/bash 54 and /bin/sh 3." */
export function describeGroups(merged: MergedRows, part: Reading, terms: RowTerms): string {
  const { fn = "count", of, fields } = part.aggregate;
  if (fn === "compare") return describeDifferences(merged, terms);
  const field = of ?? "";
  const format = fn === "distinct" ? undefined : terms.words?.formats[field];
  const valueAt = merged.columns.length - 1;
  const groups = merged.rows.map((row) => {
    const key = row.slice(0, valueAt).map((cell) => keyText(cell, part, terms.words));
    return `${key.join(", ")} ${formatCell(row[valueAt] ?? null, format)}`.trim();
  });
  const name = functionNames[fn];
  const what = name && field ? `${name} ${words(field)} of ${terms.noun}` : terms.noun;
  if (valueAt === 0) return `${capitalize(what)}: ${groups[0]}.`;
  return `${capitalize(what)} by ${fields.map(words).join(" and ")}: ${list(groups, shown)}.`;
}

function keyText(cell: Cell, { aggregate }: Reading, kind: KindWords | undefined): string {
  const [field = ""] = aggregate.fields;
  if (cell === null || cell === "") return "(none)";
  return aggregate.fields.length === 1 ? formatCell(cell, kind?.formats[field]) : String(cell);
}

function describeDifferences(merged: MergedRows, { noun }: RowTerms): string {
  const differences = merged.rows.map((row) => {
    const hosts = String(row.at(-1)).split(",");
    return `${row.slice(0, -1).join(", ")} (only ${list(hosts, 3)})`;
  });
  return `${capitalize(noun)} that not all hosts have: ${list(differences, shown)}.`;
}

const shownRanks = 3;

/** The first of a ranking with the value that ranks them. */
export function describeRanking(
  merged: MergedRows,
  { aggregate }: Reading,
  terms: RowTerms,
): string {
  const [field = ""] = aggregate.fields;
  const at = merged.columns.indexOf(field);
  const hostAt = merged.columns.indexOf("host");
  const places = merged.rows.map((row) => {
    const { subject } = wordedRow(merged.columns, row, terms.words);
    const host = hostAt < 0 ? "" : ` on ${row[hostAt]}`;
    const value = formatCell(row[at] ?? null, terms.words?.formats[field]);
    return value && !subject.includes(value) ? `${subject}${host}, ${value}` : `${subject}${host}`;
  });
  const end = aggregate.order === "asc" ? "Lowest" : "Highest";
  return `${end} ${words(field)}: ${places.slice(0, shownRanks).join("; ")}.`;
}
