import type { StateAsked } from "../model/kind-words.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { count } from "../text/wording.ts";
import { describeRows, type RowTerms } from "./describe-rows.ts";

/** Whether hosts are in the state that is asked about, from the state of each. */
export function describeState(
  merged: MergedRows,
  { field, value }: StateAsked,
  { whole, ...terms }: RowTerms & { whole: boolean },
): string[] {
  const at = merged.columns.indexOf(field);
  const known = merged.rows.filter((row) => row[at] !== null && row[at] !== -1);
  const matching = known.filter((row) => (Number(row[at]) !== 0) === value).length;
  const rows = { ...merged, rows: known, rowCount: known.length };
  if (known.length === 0) return [`Unknown: not reported by ${count(terms.hostCount, "host")}.`];
  // One that is off answers "is any off?"; "is it on?" is about all of them.
  const mixed = value ? "Partly" : "Yes";
  const answer = matching === known.length ? "Yes" : matching === 0 ? "No" : mixed;
  const unreported = terms.hostCount - hostsOf(rows);
  const where = unreported > 0 ? `, on ${hostsOf(rows)} of ${count(terms.hostCount, "host")}` : "";
  const unread = whole ? "" : ", in the data that could be read";
  return [
    `${answer}${where}${unread}: ${describeRows(rows, terms)}`,
    ...(unreported > 0 ? [`${count(unreported, "host")} reported nothing about this.`] : []),
  ];
}

/** Without a host column, there is one. */
function hostsOf({ columns, rows }: MergedRows): number {
  const at = columns.indexOf("host");
  return at < 0 ? 1 : new Set(rows.map((row) => row[at])).size;
}
