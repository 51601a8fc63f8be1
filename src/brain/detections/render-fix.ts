import type { Cell } from "../../contract/common.ts";
import type { Evidence } from "../../contract/summary.ts";
import { quoteForShell } from "./quote-for-shell.ts";
import type { Fix } from "./schema.ts";
import { sysctlCommands } from "./sysctl-commands.ts";

type Rows = Pick<Evidence, "columns" | "rows">;

/** The fix's commands for the rows of evidence, without repetition; values are quoted for sh. */
export function renderFix(fix: Fix, evidence: Rows): string[] {
  const fillAll = (quote: (text: string) => string) =>
    fillTemplates(fixTemplates(fix), evidence, quote);
  return Array.isArray(fix) ? fillAll(quoteForShell) : sysctlCommands(fillAll(String));
}

/** What is filled in for a row: a command, or a kernel setting as `name=value`. */
export function fixTemplates(fix: Fix): string[] {
  if (Array.isArray(fix)) return fix;
  return Object.entries(fix.sysctl).map(([name, value]) => `${name}=${value}`);
}

/** A template that names a column without a value is left out: it isn't for this row. */
function fillTemplates(
  templates: readonly string[],
  { columns, rows }: Rows,
  quote: (text: string) => string,
): string[] {
  const filled = rows.flatMap((row) => {
    const cellOf = (column: string) => row[columns.indexOf(column)] ?? null;
    const fitting = templates.filter((template) =>
      columnsOf(template).every((column) => cellOf(column) !== null),
    );
    return fitting.every((template) => columnsOf(template).every((at) => isSafe(cellOf(at))))
      ? fitting.map((template) => template.replace(named, (_, at) => quote(String(cellOf(at)))))
      : [];
  });
  return [...new Set(filled)];
}

const named = /\{(\w+)\}/g;
const columnsOf = (template: string) => [...template.matchAll(named)].map(([, column]) => column!);

/** A terminal may act on control characters of a command that is pasted into it. */
const isSafe = (cell: Cell) => !/\p{Cc}/u.test(String(cell));
