import type { HostAnswer } from "../../model/host-answer.ts";
import { list } from "../../text/wording.ts";

/** Reasons that may hide edges; a missing table hides none. */
const hidden = new Set(["denied", "timed_out", "error", "policy"]);

/** The hosts whose edges could not all be read: paths may be missing. */
export function describeGaps(answers: HostAnswer[]): string[] {
  const incomplete = answers.flatMap(({ agent, results }) => {
    const reasons = [...results.values()].flatMap(({ error }) =>
      error && hidden.has(error.reason) ? [error.message] : [],
    );
    return reasons.length > 0 ? [`${agent.hostname} (${list([...new Set(reasons)], 3)})`] : [];
  });
  return incomplete.length === 0
    ? []
    : [`Some edges could not be read, so there may be more paths: ${list(incomplete, 5)}.`];
}
