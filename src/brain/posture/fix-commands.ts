import { type FixCommands, postureLimits } from "../../contract/posture.ts";
import type { Finding } from "../../contract/summary.ts";
import { renderFix } from "../detections/render-fix.ts";
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
    .flatMap(({ agent_id, hostname, evidence }) => {
      const all = renderFix(fix, evidence);
      const commands = all.slice(0, postureLimits.commands);
      const omitted = all.length - commands.length;
      return commands.length > 0 ? [{ agent_id, hostname, commands, omitted }] : [];
    });
}
