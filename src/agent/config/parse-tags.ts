import type { Tags } from "../../contract/common.ts";
import { configError } from "./config-error.ts";

const maxLength = 255;
/** The brain's own limit. */
const maxTags = 64;

/** Parses `key=value` tags; a bare `web` means `web=true`. `origin` is used in errors. */
export function parseTags(items: string[], origin: string): Tags {
  const pairs = items.map((item) => {
    const at = item.indexOf("=");
    const [key, value] = at < 0 ? [item, "true"] : [item.slice(0, at), item.slice(at + 1)];
    checkTag({ item, key, value, origin });
    return [key, value] as const;
  });
  const tags = new Map<string, string>();
  for (const [key, value] of pairs) {
    const before = tags.get(key);
    if (before !== undefined && before !== value)
      throw configError(
        `${origin} set ${JSON.stringify(key)} to two values, ${JSON.stringify(before)} and ${JSON.stringify(value)}.`,
        "Keep one of them.",
      );
    tags.set(key, value);
  }
  if (tags.size > maxTags)
    throw configError(
      `${origin} are too many: ${tags.size}.`,
      `An agent has at most ${maxTags} tags.`,
    );
  return Object.fromEntries(tags);
}

function checkTag({
  item,
  key,
  value,
  origin,
}: {
  item: string;
  key: string;
  value: string;
  origin: string;
}): void {
  const shown = JSON.stringify(item.slice(0, 40));
  if (key.trim() === "")
    throw configError(`${origin} contain ${shown}, which has no key.`, "Write each as key=value.");
  if ([...key].length > maxLength || [...value].length > maxLength)
    throw configError(
      `${origin} contain a tag that is too long: ${shown}…`,
      `Keys and values have at most ${maxLength} characters.`,
    );
  if (/\p{Cc}/u.test(item))
    throw configError(`${origin} contain ${shown}, which has a control character.`, "Remove it.");
}
