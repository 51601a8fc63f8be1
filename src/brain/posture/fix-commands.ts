import type { Cell } from "../../contract/common.ts";
import { type FixCommands, postureLimits } from "../../contract/posture.ts";
import type { Finding } from "../../contract/summary.ts";
import type { DetectionDefinition } from "../detections/schema.ts";

/** The shell commands that remediate these findings of a detection, by host; they are Linux'. */
export function fixCommands(
  { fix, platforms }: DetectionDefinition,
  findings: Finding[],
  osOf: (agentId: string) => string | undefined,
): FixCommands[] {
  if (!fix || !platforms.linux) return [];
  return findings
    .filter(({ agent_id }) => osOf(agent_id) === "linux")
    .slice(0, postureLimits.commandHosts)
    .flatMap(({ agent_id, hostname, evidence: { columns, rows } }) => {
      const filled = rows.flatMap((row) => commandsOfRow(fix, columns, row) ?? []);
      const commands = [...new Set(filled)].slice(0, postureLimits.commands);
      return commands.length > 0 ? [{ agent_id, hostname, commands }] : [];
    });
}

/** Null if a value is missing or can't be shown safely: half of a row's commands fix nothing. */
function commandsOfRow(templates: string[], columns: string[], row: Cell[]): string[] | null {
  const commands = templates.map((template) => filled(template, columns, row));
  return commands.every((command) => command !== null) ? commands : null;
}

function filled(template: string, columns: string[], row: Cell[]): string | null {
  let isComplete = true;
  const command = template.replace(/\{(\w+)\}/g, (_, column: string) => {
    const value = row[columns.indexOf(column)];
    // A terminal may act on control characters of a command that is pasted into it.
    if (value === null || value === undefined || /\p{Cc}/u.test(String(value))) isComplete = false;
    return quoted(String(value));
  });
  return isComplete ? command : null;
}

/** For sh; plain words stay as they are. */
function quoted(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) && !value.startsWith("-")
    ? value
    : `'${value.replaceAll("'", "'\\''")}'`;
}
