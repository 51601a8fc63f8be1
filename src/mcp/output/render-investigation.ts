import { isTerminal } from "../../contract/enums.ts";
import type { Investigation } from "../../contract/investigation.ts";
import { investigationView } from "../../ui/views/investigation/investigation.ts";
import type { ToolOutcome } from "../definition/tool.ts";
import { cutInvestigation } from "./cut-investigation.ts";
import { escapeLines } from "./escape-values.ts";
import { plainStyle } from "./plain-style.ts";

/** An investigation as text and data, with next steps if it is not finished or failed. */
export function renderInvestigation(
  whole: Investigation,
  { maxRows, nowMs }: { maxRows: number; nowMs: number },
): ToolOutcome {
  const { investigation, cut } = cutInvestigation(whole, maxRows);
  // The text of a posture is short whatever its size, and refers to findings beyond the cut.
  const shown = whole.summary?.posture ? whole : investigation;
  const lines = investigationView.plain(shown, plainStyle(nowMs));
  return {
    text: [...lines, ...cut, ...nextSteps(investigation).map(escapeLines)].join("\n"),
    data: { ...withoutInternals(investigation), cut },
  };
}

function nextSteps({ investigation_id, status, reading }: Investigation): string[] {
  if (!isTerminal(status)) {
    return [
      `It is still running: call show_investigation with ${investigation_id} and wait_seconds.`,
    ];
  }
  const suggestions = status === "failed" ? (reading?.suggestions ?? []) : [];
  return suggestions.length > 0 ? ["Ask instead:", ...suggestions.map((one) => `  ${one}`)] : [];
}

/** Leaves out API paths, and the progress of a finished investigation: a model can't use them. */
function withoutInternals({ links, progress, ...rest }: Investigation) {
  return isTerminal(rest.status) ? rest : { ...rest, progress };
}
