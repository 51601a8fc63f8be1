import type { Reading } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import { chooseScopes, throughs } from "../decisions/scope.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { ReaderModel } from "../weights/model.ts";

/** Which hosts a question is about. */
export interface ReadScope extends Pick<Reading, "hosts" | "tags"> {
  /** Tokens that say it. */
  used: ReadonlySet<number>;
  /** The least probable of its decisions. */
  least: number;
}

/** `app-01 through app-05`: every name between. */
function rangeOf(from: string, to: string): string[] {
  const [first, last] = [/^(.*?)(\d+)$/.exec(from), /^(.*?)(\d+)$/.exec(to)];
  if (!first || !last || first[1] !== last[1]) return [from, to];
  const [low, high] = [Number(first[2]), Number(last[2])];
  if (high < low || high - low > 200) return [from, to];
  const digits = first[2]?.length ?? 1;
  return Array.from(
    { length: high - low + 1 },
    (_, index) => `${first[1]}${String(low + index).padStart(digits, "0")}`,
  );
}

/** The hosts that a question names, by name or by tag; none named means all. */
export function readScope(
  model: ReaderModel,
  vocabulary: Vocabulary,
  question: Annotated,
): ReadScope {
  const hosts: string[] = [];
  const tags: Record<string, string> = {};
  const used = new Set<number>();
  let least = 1;
  for (const { span, p } of chooseScopes(model.choices, vocabulary, question)) {
    const { start, end, value } = span;
    least = Math.min(least, p);
    for (let at = start; at < end; at += 1) used.add(at);
    const first = throughs.has(question.tokens[start - 1]?.lower ?? "") ? hosts.pop() : undefined;
    if (value.type === "tag") {
      if (!Object.hasOwn(tags, value.key)) tags[value.key] = value.name;
    } else if (first !== undefined) hosts.push(...rangeOf(first, value.name));
    else hosts.push(value.name);
  }
  return { hosts: [...new Set(hosts)], tags, used, least };
}
