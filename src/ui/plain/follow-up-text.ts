import type { Investigation } from "../../contract/investigation.ts";

/** What an investigation follows up; null for a question that was read by itself. */
export function followUpText({ follow_up_of, reading }: Investigation): string | null {
  const before = reading?.follow_up;
  return before
    ? `Follow-up of ${follow_up_of ?? "an earlier question"}: ${before.question}`
    : null;
}
