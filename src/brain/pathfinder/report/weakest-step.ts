import type { Hop } from "../model/types.ts";

interface Known {
  isFresh(hop: Hop): boolean;
  /** Hosts that were asked and did not answer. */
  unanswered: ReadonlySet<string>;
}

const order = ["refuted", "inferred", "conditional", "proven"];

/** Why a path isn't confirmed and what would confirm it; null if it is confirmed. */
export function weakestStep(hops: Hop[], { isFresh, unanswered }: Known): string | null {
  const unproven = hops
    .filter(({ state }) => state !== "proven")
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0];
  if (unproven) return `${edgeText(unproven)} is ${unproven.state}${whyOf(unproven)}`;
  const old = hops.find((hop) => !isFresh(hop));
  if (!old) return null;
  return unanswered.has(old.agent_id)
    ? `${edgeText(old)} was last seen ${old.collectedAt}: ${old.hostname} did not answer in this run. Ask again when it is back online.`
    : `${edgeText(old)} rests on an answer of ${old.hostname} from ${old.collectedAt}. Run again with --mode live to confirm it.`;
}

const edgeText = ({ rule, from, to }: Hop) => `${rule.edge} (${from.label} → ${to.label})`;

function whyOf({ state, why }: Hop): string {
  const assumed = why ?? "one of its facts is missing";
  return state === "conditional" ? `. Needed: ${assumed}.` : `: ${assumed}.`;
}
