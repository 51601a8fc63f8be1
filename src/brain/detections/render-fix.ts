import type { Cell } from "../../contract/common.ts";
import type { Evidence } from "../../contract/summary.ts";

/** The fix's commands for each row of evidence, without repetition; values are quoted for sh. */
export function renderFix(
  templates: readonly string[],
  { columns, rows }: Pick<Evidence, "columns" | "rows">,
): string[] {
  const commands = rows.flatMap((row) =>
    templates.map((template) =>
      template.replace(/\{(\w+)\}/g, (_, column: string) =>
        quoteForShell(row[columns.indexOf(column)] ?? ""),
      ),
    ),
  );
  return [...new Set(commands)];
}

/** One word for sh; what needs no quotes gets none. */
function quoteForShell(value: Cell): string {
  const text = String(value);
  if (/^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
