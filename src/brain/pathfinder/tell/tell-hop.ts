import type { Hop } from "../types.ts";

const maxValueLength = 200;

/** A hop in one sentence: its rule's words with the facts of its row. */
export function tellHop(hop: Hop): string {
  return filled(hop.rule.tells, hop);
}

/** What would take a hop away; null for one that is no fault. */
export function repairOf(hop: Hop): string | null {
  return hop.rule.remediation && filled(hop.rule.remediation, hop);
}

function filled(template: string, { from, to, hostname, proof }: Hop): string {
  const given: Record<string, string | number | null | undefined> = {
    ...Object.fromEntries(proof.columns.map((column, at) => [column, proof.row[at]])),
    from: from.label,
    to: to.label,
    host: hostname,
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => cut(String(given[name] ?? "?")));
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength)}…` : line;
}
