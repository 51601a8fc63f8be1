import type { Tags } from "../../contract/common.ts";

/** Tags as they are typed in a command, in the order of their keys. */
export function tagsText(tags: Tags): string {
  return Object.entries(tags)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(" ");
}
