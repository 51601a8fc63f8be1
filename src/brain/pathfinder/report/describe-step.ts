import { capitalize } from "../../text/wording.ts";
import type { Hop } from "../model/types.ts";

const maxValueLength = 200;

/**
 * Describes a hop in one sentence: its rule's template with the values of its row; `before` is the
 * hop that led to it.
 */
export function describeStep(hop: Hop, before?: Hop): string {
  return filled(hop.rule.sentence, hop, originOf(hop, before));
}

/** One sentence per hop. */
export function describeSteps(hops: Hop[]): string[] {
  return hops.map((hop, at) => describeStep(hop, hops[at - 1]));
}

/** The host that a hop starts from: a key is used on the host where it was read, or from an account or relay. */
function originOf({ from }: Hop, before?: Hop): string {
  if (from.type === "user") return from.label.split("@").at(-1) ?? from.label;
  if (from.type === "relay") return from.label.split(" on ").at(-1) ?? from.label;
  if (from.type === "internet") return capitalize(from.label);
  return before?.hostname ?? from.label;
}

/** The repair that removes a hop; null if the hop is no fault. */
export function remediationOf(hop: Hop): string | null {
  return hop.rule.remediation && filled(hop.rule.remediation, hop, originOf(hop));
}

function filled(template: string, { from, to, hostname, proof }: Hop, origin: string): string {
  const given: Record<string, string | number | null | undefined> = {
    ...Object.fromEntries(proof.columns.map((column, at) => [column, proof.row[at]])),
    from: from.label,
    to: to.label,
    host: hostname,
    origin,
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => cut(String(given[name] ?? "?")));
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength)}…` : line;
}
