import type { Freshness, Investigation } from "../../contract/investigation.ts";
import { count } from "../text/section.ts";
import { utcTimeText } from "../text/utc-time.ts";
import { hasCoverage } from "./coverage.ts";

/** Sentences about the age of an answer's data. */
export function freshnessTexts({ freshness, summary }: Investigation): string[] {
  if (!freshness) {
    const isKnown = summary && hasCoverage(summary.coverage);
    return isKnown ? ["All hosts that answered were queried live."] : [];
  }
  const { agents, recommendation, stale_after_seconds, evaluated_at } = freshness;
  const old = `older than ${count(Math.round(stale_after_seconds / 60), "minute")}`;
  return [
    `At ${utcTimeText(evaluated_at)}, of ${count(agents.matched, "host")} ${agents.fresh} had a fresh snapshot, ${agents.stale} one ${old}, ${agents.never} none.`,
    ...span(freshness),
    ...(recommendation.should_rerun_live
      ? [`A live rerun was recommended: ${recommendation.reason}`]
      : []),
  ];
}

function span({ oldest_at, newest_at }: Freshness): string[] {
  if (oldest_at === null || newest_at === null) return [];
  return [
    oldest_at === newest_at
      ? `The snapshot is of ${utcTimeText(newest_at)}.`
      : `The snapshots are from ${utcTimeText(oldest_at)} to ${utcTimeText(newest_at)}.`,
  ];
}
