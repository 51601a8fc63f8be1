import type { Cell } from "../../contract/common.ts";
import type { Evidence } from "../../contract/summary.ts";

/**
 * The fix's commands for each row of evidence, without repetition; values are quoted for sh. A
 * command that names a column without a value is left out: it isn't for this row.
 */
export function renderFix(
  templates: readonly string[],
  { columns, rows }: Pick<Evidence, "columns" | "rows">,
): string[] {
  const commands = rows.flatMap((row) => {
    const cellOf = (column: string) => row[columns.indexOf(column)] ?? null;
    const fitting = templates.filter((template) =>
      columnsOf(template).every((column) => cellOf(column) !== null),
    );
    return fitting.every((template) => columnsOf(template).every((at) => isSafe(cellOf(at))))
      ? fitting.map((template) => template.replace(named, (_, at) => quoteForShell(cellOf(at)!)))
      : [];
  });
  return [...new Set(commands)];
}

const named = /\{(\w+)\}/g;
const columnsOf = (template: string) => [...template.matchAll(named)].map(([, column]) => column!);

/** A terminal may act on control characters of a command that is pasted into it. */
const isSafe = (cell: Cell) => !/\p{Cc}/u.test(String(cell));

/** One word for sh; what needs no quotes gets none. */
function quoteForShell(value: NonNullable<Cell>): string {
  const text = String(value);
  if (/^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
