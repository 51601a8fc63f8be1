import type { FirewallRow } from "./connection-rule.ts";

/** A rule's columns with the elements of named sets (its column `sets`, as JSON) in place of their names. */
export function withNamedSets(cell: FirewallRow): FirewallRow {
  const text = cell("sets");
  if (text === "") return cell;
  const sets = parsed(text);
  return (column) => {
    const value = cell(column);
    const [, not, name] = /^(!?)(@.+)$/.exec(value) ?? [];
    const elements = name === undefined ? undefined : sets.get(name);
    return elements === undefined ? value : `${not}{${elements}}`;
  };
}

function parsed(text: string): Map<string, string> {
  try {
    const sets: unknown = JSON.parse(text);
    if (typeof sets !== "object" || sets === null) return new Map();
    return new Map(Object.entries(sets).map(([name, elements]) => [name, String(elements)]));
  } catch {
    return new Map();
  }
}
