import type { Annotated } from "../annotate/annotate.ts";
import { type ScopeMention, tagKeys } from "../annotate/find-scopes.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Span } from "../model/types.ts";
import { choose, type FeatureWeights, type Option } from "../weights/choice.ts";
import { feature, hashText } from "../weights/hash.ts";
import { stemAt, wordAt } from "./around.ts";

const id = (name: string) => hashText(`scope ${name}`);
const names = {
  source: id("source"),
  before: id("before"),
  two: id("two before"),
  after: id("after"),
  own: id("own"),
  both: id("both"),
  machine: id("machine after"),
  token: id("token"),
  plural: id("plural"),
  first: id("first"),
};

const bit = (value: boolean) => (value ? 1 : 0);

/** Words between the first and the last of several hosts. */
export const throughs: ReadonlySet<string> = new Set(["through", "thru", ".."]);

/** Whether words that may say which hosts are meant do: no, or yes. */
export function scopeOptions(
  vocabulary: Vocabulary,
  question: Annotated,
  { start, end, value }: Span<ScopeMention>,
): Option<boolean>[] {
  const { tokens, classes } = question;
  const source = hashText(`${value.type} ${value.source} ${bit(value.guarded)}${bit(value.noun)}`);
  const token = tokens[start];
  const machineAfter = vocabulary.book("machines").at(tokens, end) !== null;
  const before = wordAt(question, start - 1);
  const after = wordAt(question, end);
  const plural = bit(tokens[end - 1]?.lower.endsWith("s") ?? false);
  const name = hashText(
    `${token?.kind} ${classes[start]} ${bit(/^[A-Z]/.test(token?.text ?? ""))}`,
  );
  return [
    { value: false, features: [] },
    {
      value: true,
      features: [
        feature(names.source, source),
        feature(names.before, before, source),
        feature(names.before, before),
        feature(names.two, wordAt(question, start - 2), before),
        feature(names.two, wordAt(question, start - 2), before, source),
        feature(names.after, after),
        feature(names.after, after, source),
        feature(names.both, before, after),
        feature(names.own, stemAt(question, start)),
        feature(names.own, stemAt(question, start), before),
        feature(names.own, stemAt(question, start), after),
        feature(names.machine, bit(machineAfter), source),
        feature(names.machine, bit(machineAfter), before),
        feature(names.token, name, source),
        feature(names.plural, plural, source, bit(machineAfter)),
        feature(names.first, bit(start === 0), source),
        feature(names.first, bit(end === tokens.length), source),
      ],
    },
  ];
}

/** "role=web" is a tag whatever stands around it; "uid=0" is for the reading to decide. */
const isWrittenTag = ({ type, source, key }: ScopeMention) =>
  type === "tag" && source === "written" && tagKeys.has(key);

/** The mentions that say which hosts a question is about. */
export function chooseScopes(
  weights: FeatureWeights,
  vocabulary: Vocabulary,
  question: Annotated,
): { span: Span<ScopeMention>; p: number }[] {
  const accepted: { span: Span<ScopeMention>; p: number }[] = [];
  for (const span of question.scopes) {
    const { value, p } = isWrittenTag(span.value)
      ? { value: true, p: 1 }
      : choose(weights, scopeOptions(vocabulary, question, span));
    // "app-01 through app-05" is one thing.
    const isRange = throughs.has(question.tokens[span.start - 1]?.lower ?? "");
    const begun = isRange && accepted.some((one) => one.span.end === span.start - 1);
    if (value || begun) accepted.push({ span, p: value ? p : 1 - p });
  }
  // A word is a host or a tag, whichever is likelier.
  return accepted.filter(
    (one) =>
      !accepted.some(
        (other) =>
          other !== one &&
          other.span.start < one.span.end &&
          one.span.start < other.span.end &&
          (other.p > one.p || (other.p === one.p && other.span.start < one.span.start)),
      ),
  );
}
