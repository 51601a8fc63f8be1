import { escapeControl } from "../../core/escape-control.ts";
import { truncateText } from "../../ui/text/text-width.ts";
import type { Candidate } from "../command-line/command-spec.ts";
import { type IdKind, idKinds } from "../command-line/id-kinds.ts";
import { pickOne } from "../terminal/prompt.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { idPages } from "./id-pages.ts";
import { type IdSource, noneOf } from "./list-ids.ts";

const limit = 200;
/** The cells before a row of the picker, and one after it. */
const margin = 3;

/** Lets a person choose one of the newest records of a kind. */
export async function pickId({ client, kind }: IdSource, terminal: Terminal): Promise<string> {
  const rows = await firstPage(idPages(kind, client, { limit }));
  if (rows.length === 0) throw noneOf(kind);
  const width = (terminal.stderr.columns || 80) - margin;
  const choices = newestFirst(rows, kind).map(({ value, description }) => ({
    value,
    name: truncateText(escapeControl(`${value}  ${description}`), width),
  }));
  return pickOne(`Choose ${idKinds[kind].one}:`, choices, terminal);
}

/** Ids contain the time of creation; those of agents are names. */
function newestFirst(rows: Candidate[], kind: IdKind): Candidate[] {
  if (kind === "agents") return rows;
  return rows.toSorted((a, b) => (a.value < b.value ? 1 : -1));
}

async function firstPage(pages: AsyncGenerator<Candidate[]>): Promise<Candidate[]> {
  for await (const page of pages) return page;
  return [];
}
