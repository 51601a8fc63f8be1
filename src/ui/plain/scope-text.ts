import type { Scope } from "../../contract/common.ts";
import { tagsText } from "./tags-text.ts";

/** Which hosts a scope selects, in words. */
export function scopeText({ filter = {} }: Scope): string {
  const { tags = {}, last_seen_within: age, agent_ids: ids } = filter;
  const conditions = [
    ...(Object.keys(tags).length > 0 ? [`tagged ${tagsText(tags)}`] : []),
    ...(age === undefined ? [] : [`heard from within ${age}`]),
    ...(ids === undefined ? [] : [`of the agents ${ids.join(", ")}`]),
  ];
  return conditions.length === 0 ? "every host" : `hosts ${conditions.join(", ")}`;
}
