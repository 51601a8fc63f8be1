import type { Annotated } from "../annotate/annotate.ts";
import { supportOf } from "../subjects/rank-subjects.ts";
import { featuresAt } from "../subjects/subject-features.ts";
import type { ReaderModel } from "../weights/model.ts";

/** Tokens that a reading does not account for. */
export interface Ignored {
  /** Names, paths, addresses, versions. */
  names: number[];
  numbers: number[];
  /** Other words that are distinctive and say nothing for the subject. */
  words: number[];
}

const named = new Set([
  "<host>",
  "<path>",
  "<address>",
  "<cidr>",
  "<version>",
  "<quoted>",
  "<glob>",
  "<user>",
  "<software>",
  "<account>",
  "<unknown>",
  "<name>",
]);
const numeric = new Set(["<number>", "<bytes>", "<percent>", "<duration>", "<date>", "<clock>"]);

/** The tokens that no part of a reading about the subject `id` uses and whose words don't speak for that subject. */
export function ignoredTokens(
  model: ReaderModel,
  question: Annotated,
  { id, used }: { id: string; used: ReadonlySet<number> },
): Ignored {
  const ignored: Ignored = { names: [], numbers: [], words: [] };
  const subject = model.subjects.ids.indexOf(id);
  question.tokens.forEach((token, at) => {
    if (used.has(at) || token.kind === "punctuation") return;
    const name = question.classes[at] ?? null;
    // Whatever a question about rows says with a number is a condition, and every host of a path is an end.
    const isCondition =
      (id.startsWith("t:") && name !== null && numeric.has(name)) ||
      (id === "path" && name === "<host>");
    const isExplained = featuresAt(question, at).some(
      (one) => supportOf(model.subjects, one, subject) > 0,
    );
    if (isExplained && !isCondition) return;
    if (name !== null && numeric.has(name)) ignored.numbers.push(at);
    else if (name !== null && named.has(name)) ignored.names.push(at);
    else if (name === null && model.distinctive.has(question.stems[at] as number))
      ignored.words.push(at);
  });
  return ignored;
}
