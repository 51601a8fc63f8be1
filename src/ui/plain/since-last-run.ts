import type { Investigation } from "../../contract/investigation.ts";
import { count } from "../text/section.ts";

/** How a run of a scheduled question differs from the previous one; null for other investigations. */
export function sinceLastRun({ changes, curiosity_id, status }: Investigation): string | null {
  if (changes) {
    const added = count(changes.new.length, "new finding");
    return `${added}, ${changes.resolved.length} resolved since the last completed run.`;
  }
  const compared = curiosity_id !== null && status === "completed";
  return compared ? "No earlier run to compare with." : null;
}
