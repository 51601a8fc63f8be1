import type { Tags } from "../../contract/common.ts";

/** Tags as typed in a command, sorted. */
export function tagsText(tags: Tags): string {
  return Object.entries(tags)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(" ");
}
