import type { Failure } from "../../contract/investigation.ts";
import type { Reading } from "../../contract/reading.ts";
import { isAnswered, isRunnable } from "../../contract/reading-checks.ts";
import { refusals } from "../questions/reply/refusals.ts";

/** The failure of a question that is not run because it is refused, not understood or not answerable; null if it is run. */
export function rejectionOf(reading: Reading): Failure | null {
  if (!isAnswered(reading)) {
    return { code: isRefused(reading) ? "refused" : "not_understood", message: reading.text };
  }
  if (isRunnable(reading)) return null;
  return {
    code: "not_understood",
    message: `No data that hosts report answers this yet. Understood as: ${reading.text}`,
  };
}

/** Requests for changes or harm. Questions about other domains are declined too, but as unanswerable. */
function isRefused({ behaviour, text }: Reading): boolean {
  return behaviour === "decline" && text !== refusals.out_of_domain.text;
}
