import type { WordParts } from "../../src/brain/questions/annotate/annotate.ts";
import { keyOf, saidIn } from "../../src/brain/questions/decisions/fixed-condition.ts";
import type { Lexicon } from "../../src/brain/questions/model/reader.ts";
import type { Kind, Predicate } from "../../src/brain/questions/model/types.ts";
import { type Lesson, lessonOf } from "./examples.ts";
import { nothing, strangers } from "./lessons.ts";

/** Of subjects they say little: many kinds of data share their wordings. */
const weight = 0.1;

const forms = ({ noun }: Kind, wording: string): string[] => [
  `${noun} ${wording}`,
  `which ${noun} are ${wording}`,
  `${wording} ${noun}`,
];

/**
 * How often people who say a predicate's wordings mean its condition, and how often another condition
 * on the same field, by kind and condition.
 */
function countMeant(parts: WordParts, lessons: Lesson[]): Map<string, number> {
  const balance = new Map<string, number>();
  for (const { question, expects, subjects, isWhole } of lessons) {
    const kind = parts.vocabulary.kinds.get(expects.tables[0] ?? "");
    if (!kind || !isWhole || subjects[0] !== `t:${kind.id}`) continue;
    const meant = new Set(expects.filters.map(keyOf));
    const fields = new Set(expects.filters.map(({ field }) => field));
    for (const said of saidIn(kind, question).keys()) {
      const isMeant = meant.has(said);
      const isOther = !isMeant && fields.has(said.split(" ")[0] ?? "");
      const key = `${kind.id} ${said}`;
      balance.set(key, (balance.get(key) ?? 0) + Number(isMeant) - Number(isOther));
    }
  }
  return balance;
}

/**
 * A lesson for each wording of a condition in the lexicon, except where people who say it mean rather
 * another one: "errors" is a value of a log entry's severity.
 */
export function predicateLessons(
  parts: WordParts,
  { kinds }: Lexicon,
  lessons: Lesson[],
): Lesson[] {
  const balance = countMeant(parts, lessons);
  const isTaught = (kind: Kind) => (predicate: Predicate) =>
    (balance.get(`${kind.id} ${keyOf(predicate.filter)}`) ?? 0) >= 0;
  return kinds.flatMap((kind) =>
    kind.predicates.filter(isTaught(kind)).flatMap(({ wordings, filter }) =>
      wordings
        .flatMap((wording) => forms(kind, wording))
        .map((question) =>
          lessonOf(parts, question, strangers, {
            writer: "lexicon",
            subjects: [`t:${kind.id}`],
            expects: { ...nothing, tables: [kind.id], filters: [filter] },
            isWhole: true,
            weight,
          }),
        ),
    ),
  );
}
