import type { Hop } from "../model/types.ts";

interface Known {
  isFresh(hop: Hop): boolean;
  /** Hosts that were asked and said nothing. */
  unanswered: ReadonlySet<string>;
}

const order = ["refuted", "inferred", "conditional", "proven"];

/** What keeps a way from being confirmed, and what would settle it; null when nothing does. */
export function weakestStep(hops: Hop[], { isFresh, unanswered }: Known): string | null {
  const unproven = hops
    .filter(({ state }) => state !== "proven")
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0];
  if (unproven) return `${edgeText(unproven)} is ${unproven.state}: ${whyOf(unproven)}`;
  const old = hops.find((hop) => !isFresh(hop));
  if (!old) return null;
  return unanswered.has(old.agent_id)
    ? `${edgeText(old)} was last seen ${old.collectedAt}: ${old.hostname} did not answer now. Ask again when it is back.`
    : `${edgeText(old)} rests on what ${old.hostname} said ${old.collectedAt}. Ask with --mode live to confirm it.`;
}

const edgeText = ({ rule, from, to }: Hop) => `${rule.edge} (${from.label} → ${to.label})`;

function whyOf({ state, why }: Hop): string {
  const assumed = why ?? "one of its facts is missing";
  return state === "conditional" ? `it needs ${assumed}.` : `${assumed}.`;
}
