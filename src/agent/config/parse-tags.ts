import type { Tags } from "../../contract/common.ts";
import { configError } from "./config-error.ts";

const maxLength = 255;
/** As many as a brain takes. */
const maxTags = 64;

/** Tags of `key=value` words, a bare `web` being `web=true`; `origin` is where they were given. */
export function parseTags(words: string[], origin: string): Tags {
  const pairs = words.map((word) => {
    const at = word.indexOf("=");
    const [key, value] = at < 0 ? [word, "true"] : [word.slice(0, at), word.slice(at + 1)];
    checkTag({ word, key, value, origin });
    return [key, value] as const;
  });
  const tags = new Map<string, string>();
  for (const [key, value] of pairs) {
    const before = tags.get(key);
    if (before !== undefined && before !== value)
      throw configError(
        `${origin} give ${JSON.stringify(key)} two values, ${JSON.stringify(before)} and ${JSON.stringify(value)}.`,
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
  word,
  key,
  value,
  origin,
}: {
  word: string;
  key: string;
  value: string;
  origin: string;
}): void {
  const told = JSON.stringify(word.slice(0, 40));
  if (key.trim() === "")
    throw configError(`${origin} hold ${told}, which has no key.`, "Write each as key=value.");
  if ([...key].length > maxLength || [...value].length > maxLength)
    throw configError(
      `${origin} hold one that is too long: ${told}…`,
      `A key and a value have at most ${maxLength} characters.`,
    );
  if (/\p{Cc}/u.test(word))
    throw configError(`${origin} hold ${told}, with a control character.`, "Take it out.");
}
