import { gatherRows } from "../../client/gather-rows.ts";
import type { Client } from "../../client/types.ts";
import type { Investigation } from "../../contract/investigation.ts";
import type { Answer } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { compareHosts } from "../../ui/plain/compare-hosts.ts";
import { usageError } from "../errors/usage-error.ts";
import type { Format } from "../flags/common-flags.ts";
import { chooseColumns, parseSort, type Sort, sortRows } from "./arrange-rows.ts";

/** Which rows of an answer to write, and how. */
export interface RowChoice {
  /** Whether to show all of them, whatever fits the screen. */
  all: boolean;
  /** Whether to fetch those that the answer lacks: without them an order or a table of data is wrong. */
  fetchAll: boolean;
  sort: Sort | null;
  /** Whether hosts with the same rows are put together. */
  compare: boolean;
  /** Null for all. */
  columns: string[] | null;
}

/** Formats that are the server's own data, or have no rows of the answer. */
const unordered: Format[] = ["json", "ndjson", "sarif"];

export function chooseRows(
  { rows, sort, compare = false }: { rows?: "all"; sort?: string; compare?: boolean },
  { format, columns }: { format: Format; columns: string[] | undefined },
): RowChoice {
  const flag = sort === undefined ? (compare ? "--compare" : null) : "--sort";
  if (flag && unordered.includes(format))
    throw usageError(`${flag} can't be used with ${format}.`, "Use text, csv, markdown or html.");
  const all = rows === "all" || format === "csv";
  return {
    all,
    fetchAll: all || compare || sort !== undefined,
    compare,
    sort: sort === undefined ? null : parseSort(sort),
    columns: columns && !unordered.includes(format) ? columns : null,
  };
}

/** The investigation with the rows that were asked for, and notes on those that can't be had. */
export async function withChosenRows(
  client: Pick<Client, "rows">,
  whole: Investigation,
  choice: RowChoice,
): Promise<{ investigation: Investigation; notes: string[] }> {
  const { investigation_id: id, summary, status } = whole;
  if (!summary?.answer) {
    const none =
      status === "completed"
        ? "The answer is no list of rows; --format json has its findings and checks."
        : `This investigation has no answer with rows (status: ${escapeControl(status)}).`;
    return { investigation: whole, notes: choice.all ? [none] : [] };
  }
  const given = summary.answer;
  const isShort = given.rows.length < given.row_count;
  const all = choice.fetchAll && isShort ? { ...given, ...(await gatherRows(client, id)) } : given;
  const answer = arranged(all, choice, id);
  const notes = choice.fetchAll && all.truncated ? [incomplete(all)] : [];
  return { investigation: { ...whole, summary: { ...summary, answer } }, notes };
}

/** Hosts are compared by the chosen columns, so that those that always differ can be left out. */
function arranged(answer: Answer, { columns, compare, sort }: RowChoice, id: string): Answer {
  const kept = compare && columns ? [...new Set(["host", ...columns])] : columns;
  const chosen = (of: Answer) => (kept ? chooseColumns(of, kept, id) : of);
  if (!compare) return chosen(sort ? sortRows(answer, sort, id) : answer);
  const compared = compareHosts(chosen(answer));
  if (compared === null)
    throw usageError("This answer is of one host.", "Ask several hosts to compare them.");
  return sort ? sortRows(compared, sort, id) : compared;
}

function incomplete({ rows, row_count }: Answer): string {
  return rows.length < row_count
    ? `Only ${rows.length} of ${row_count} rows are stored; narrow the question to see the others.`
    : "A host has more rows than an agent sends for one statement; narrow the question to see them.";
}
