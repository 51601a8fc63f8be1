import type { Scope } from "../../contract/common.ts";
import type { Reading } from "../../contract/reading.ts";

/** What a question is said to be asked on if it names no hosts. */
const everywhere = /\bon all hosts(?=[,.]|$)/g;

/** The reading, whose sentence says which hosts the scope leaves; a question is read without its scope. */
export function textInScope(reading: Reading, scope: Scope): Reading {
  const hosts = hostsOf(scope);
  if (hosts === null) return reading;
  return {
    ...reading,
    text: reading.text.replace(everywhere, () => hosts),
    parts: reading.parts?.map((part) => textInScope(part, scope)) ?? null,
  };
}

/** Null for every host. */
function hostsOf({ filter = {} }: Scope): string | null {
  const { tags = {}, agent_ids: ids, last_seen_within: age } = filter;
  const tagged = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  const conditions = [
    ...(ids === undefined
      ? []
      : [`of ${ids.length === 1 ? `agent ${ids[0]}` : `${ids.length} agents`}`]),
    ...(tagged.length > 0 ? [`tagged ${tagged.join(" and ")}`] : []),
    ...(age === undefined ? [] : [`seen within ${age}`]),
  ];
  return conditions.length > 0 ? `on hosts ${conditions.join(", ")}` : null;
}
