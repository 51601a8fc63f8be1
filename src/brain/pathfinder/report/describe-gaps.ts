import type { HostAnswer } from "../../model/host-answer.ts";
import { list } from "../../text/wording.ts";

/** A table that isn't there has nothing to see; these are. */
const hidden = new Set(["denied", "timed_out", "error", "policy"]);

/** Whose edges could not all be read: where no way is found, one may be there. */
export function describeGaps(answers: HostAnswer[]): string[] {
  const unseen = answers.flatMap(({ agent, results }) => {
    const reasons = [...results.values()].flatMap(({ error }) =>
      error && hidden.has(error.reason) ? [error.message] : [],
    );
    return reasons.length > 0 ? [`${agent.hostname} (${list([...new Set(reasons)], 3)})`] : [];
  });
  return unseen.length === 0
    ? []
    : [`Not every edge could be seen, so there may be more ways: ${list(unseen, 5)}.`];
}
