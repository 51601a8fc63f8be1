import type { Annotated } from "../annotate/annotate.ts";
import type { Span } from "../model/types.ts";
import type { Mention } from "./mention.ts";

/** "web-1 or web-2", "the live web box, web-1": the mention before that has the same part in the path. */
export function leaderOf(
  question: Annotated,
  mentions: Span<Mention>[],
  span: Span<Mention>,
): Span<Mention> | undefined {
  const words = question.tokens.map(({ lower }) => lower);
  const sort = sortOf(span.value);
  const before = mentions.filter(({ end }) => end <= span.start);
  const last = Math.max(...before.map(({ start }) => start));
  const beside = before.filter(({ start }) => start === last);
  const described = beside.find((one) => isDescribed(words, one, span));
  if (described) return described;
  const leader = beside.find(({ value }) => sort !== null && sortOf(value) === sort);
  const hasRival = mentions.some(
    (one) => one !== span && one.start < span.end && span.start < one.end,
  );
  if (!leader || hasRival) return undefined;
  const first = leaderOf(question, mentions, leader) ?? leader;
  const isMutual = mentions.length === 2 && mutual.test(words.join(" "));
  const isApart = [1, 2].some((back) => apart.test(words[first.start - back] ?? ""));
  if (isMutual || isApart) return undefined;
  const next = mentions.find(({ start }) => start >= span.end);
  const joint = textOf(words, leader.end, span.start);
  const isListed =
    joint === ", " && /^,? ?(?:or|nor|and) $/.test(textOf(words, span.end, next?.start));
  return isListed || isJoint(joint, words[first.start - 1]) ? first : undefined;
}

/** What a mention is that others may be joined with; null for one that stands alone. */
function sortOf({ kinds: [kind], name, tags }: Mention): string | null {
  if (tags) return Object.keys(tags).sort().join();
  return name !== null && (kind === "host" || kind === "user") ? kind : null;
}

const textOf = (words: string[], start: number, end = start): string =>
  words
    .slice(start, end)
    .map((word) => `${word} `)
    .join("");

const conjunction = /^,? ?(?:or|nor|and|and\/or|plus|as well as) /;
const article = /^(?:the|our|any|a|an|even|also|maybe|perhaps|either|root on|admin on) /;
const preposition = /^(?:from|to|on|onto|into|in|of|as|via|through|without) $/;

/** Whether the words between two mentions join them: "web-1 or from web-2" behind "from". */
function isJoint(between: string, opening = ""): boolean {
  if (!conjunction.test(between)) return false;
  const rest = between.replace(conjunction, "").replace(article, "");
  return rest === "" || (preposition.test(rest) && rest === `${opening} `);
}

/** "between web-1 and db-1", "are web-1 and db-1 connected": the two are both ends. */
const apart = /^(?:between|linking|connecting|joining|separating|separates?|links|connects)$/;
const mutual =
  /\b(?:each other|one another|separated?|segregated|isolated|segmented|connected|linked|both ways|and back)\b/;

const machine =
  /^(?:box|host|server|machine|system|computer|pc|node|instance|vm|laptop|workstation|gateway|database|controller) /;

/** "the live web box, web-1": one host, described and then named. */
function isDescribed(words: string[], described: Span<Mention>, named: Span<Mention>): boolean {
  const { tags } = described.value;
  if (!tags || named.value.name === null || named.value.kinds[0] !== "host") return false;
  const between = textOf(words, described.end, named.start);
  if (!/^[,(] $/.test(between.replace(machine, ""))) return false;
  const noun = textOf(words, described.end - 1, described.end);
  const isOne = /^(?:the|our|my|its)$/.test(words[described.start - 1] ?? "");
  const isThing = "role" in tags || "app" in tags;
  return machine.test(between) || machine.test(noun) || (isOne && isThing && !/s $/.test(noun));
}
