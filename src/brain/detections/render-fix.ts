import type { Cell } from "../../contract/common.ts";
import type { Evidence } from "../../contract/summary.ts";

/**
 * The fix's commands for each row of evidence, without repetition; values are quoted for sh. A
 * command that names a column without a value is left out.
 */
export function renderFix(
  templates: readonly string[],
  { columns, rows }: Pick<Evidence, "columns" | "rows">,
): string[] {
  const commands = rows.flatMap((row) => {
    const cellOf = (column: string) => row[columns.indexOf(column)] ?? null;
    return templates
      .filter((template) => columnsOf(template).every((column) => cellOf(column) !== null))
      .map((template) => template.replace(named, (_, column) => quoteForShell(cellOf(column)!)));
  });
  return [...new Set(commands)];
}

const named = /\{(\w+)\}/g;
const columnsOf = (template: string) => [...template.matchAll(named)].map(([, column]) => column!);

/** One word for sh; what needs no quotes gets none. */
function quoteForShell(value: NonNullable<Cell>): string {
  const text = String(value);
  if (/^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
