import type { Scope } from "../../contract/common.ts";
import { tagsText } from "./tags-text.ts";

/** Which hosts a scope selects, as text. A server may omit an investigation's scope. */
export function scopeText(scope: Scope | undefined): string {
  if (!scope) return "unknown";
  const { filter = {} } = scope;
  const { tags = {}, last_seen_within: age, agent_ids: ids } = filter;
  const conditions = [
    ...(Object.keys(tags).length > 0 ? [`tagged ${tagsText(tags)}`] : []),
    ...(age === undefined ? [] : [`seen within ${age}`]),
    ...(ids === undefined ? [] : [`of the agents ${ids.join(", ")}`]),
  ];
  return conditions.length === 0 ? "every host" : `hosts ${conditions.join(", ")}`;
}
