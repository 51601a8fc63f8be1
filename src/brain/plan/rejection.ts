import type { Failure } from "../../contract/investigation.ts";
import { isAnswered, isRunnable } from "../../contract/readable.ts";
import type { Reading } from "../../contract/reading.ts";
import { refusals } from "../questions/reply/refusals.ts";

/** The failure of a question that is not run: refused, not understood, or beyond what can be seen; null for one that is. */
export function whyNotAnswered(reading: Reading): Failure | null {
  if (!isAnswered(reading)) {
    return { code: isRefused(reading) ? "refused" : "not_understood", message: reading.text };
  }
  if (isRunnable(reading)) return null;
  return {
    code: "not_understood",
    message: `Nothing that hosts are asked for answers this yet. Understood as: ${reading.text}`,
  };
}

/** What asks for a change, or for harm. Other domains are declined too, but only for want of an answer. */
function isRefused({ behaviour, text }: Reading): boolean {
  return behaviour === "decline" && text !== refusals.out_of_domain.text;
}
