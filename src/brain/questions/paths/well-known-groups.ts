import type { Span, Token } from "../model/types.ts";

const groups =
  /^(?:(?:domain|enterprise|schema|local|key|dns)\s+admin(?:istrator)?s?|(?:backup|account|server|print)\s+operators?|remote\s+desktop\s+users|group\s+policy\s+creator\s+owners)$/;

/** "domain admin": the group "domain admins" that directories have, where its name begins; null: none. */
export function groupAt(tokens: Token[], start: number): Span<string> | null {
  for (const length of [4, 3, 2]) {
    const words = tokens.slice(start, start + length);
    const isName = groups.test(words.map(({ lower }) => lower).join(" "));
    if (words.length < length || !isName) continue;
    const name = words.map(({ text }) => text).join(" ");
    const value = name.replace(/(?<=admin)istrators?$/i, "s").replace(/(?<!s)$/, "s");
    return { start, end: start + length, value };
  }
  return null;
}
