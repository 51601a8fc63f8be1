import { severities } from "./enums.ts";

/** Most severe first; equally severe items keep their order. */
export function bySeverity<Item extends { severity: (typeof severities)[number] }>(
  items: Item[],
): Item[] {
  return [...items].sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity));
}
