import type { FollowUp } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";

/** What a follow-up asks about the answer before it, apart from refining its question. */
export type Ask = Exclude<FollowUp["asks"], "refine">;

const subject = "(?: (?:is|are|was|were|does|do|did|has|have|not|no|that|this|it|they|there|so))*";
const ending = `${subject}(?: (?:fail|fails|failing|path|a path|any|the case|true|so|like that))?(?: (?:on|for|of))?`;

/** The whole of a follow-up without the hosts and times in it. */
const wordings: [Ask, RegExp][] = [
  [
    "why",
    new RegExp(
      `^(?:(?:and|but) )?(?:why|how come|for what reason|explain|explain why|how do you know|how so|on what grounds|what makes you (?:say|think)|prove it|what is the (?:reason|proof|evidence)|(?:show (?:me )?)?the (?:reason|reasons|proof|evidence)|show (?:me )?(?:proof|evidence))${ending}$`,
    ),
  ],
  [
    "since_when",
    new RegExp(
      `^(?:and )?(?:since when|how long|for how long|when did|when was|since what time)${subject}(?: (?:start|begin|happen|appear|begun|started|first seen|been|like|that|up|on|there|the case))*$`,
    ),
  ],
  [
    "changes",
    /^(?:and |so )?(?:(?:what|anything|has anything|did anything|what has|what have|what is|what s|whats|what was|is there anything|is anything) (?:changed|change|changes|new|different|differs)|any changes|any change|the changes|changes|the difference|the differences|(?:show (?:me )?)?(?:what|the) (?:changed|changes))(?: (?:since|from|compared|with|to|then|the|that|this|last|run|time|answer|previous|earlier|there|here|on|in))*$/,
  ],
  [
    "rest",
    /^(?:and |now |ok )?(?:(?:show|show me|list|give|give me|see|print) )?(?:(?:the )?rest(?: of (?:them|it|the (?:rows|list|results)))?|more|some more|more of them|(?:the )?next(?: (?:page|ones|rows))?|the remaining(?: (?:ones|rows))?|(?:all|every one) of them|them all|all|everything|all rows|all the rows|all of it|the others too)$/,
  ],
];

/** The words of a question apart from the hosts and the times it names. */
function bareWords({ tokens, scopes, times }: Annotated): string {
  const places = scopes.filter(({ value }) => value.source !== "unknown");
  const isSaid = (at: number) =>
    [...places, ...times].some(({ start, end }) => start <= at && at < end);
  return tokens
    .filter(({ kind }, at) => kind !== "punctuation" && !isSaid(at))
    .map(({ lower }) => lower.replace(/['’]s$/, " is"))
    .join(" ");
}

/** The ask of a follow-up that is about the answer as a whole; null for another text. */
export function findAsk(question: Annotated): Ask | null {
  const bare = bareWords(question);
  return wordings.find(([, wording]) => wording.test(bare))?.[0] ?? null;
}
