import type { Aggregate } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import {
  type AggregateShape,
  formOfNoun,
  limitOptions,
  orderOptions,
  roleOptions,
  shapeOptions,
} from "../decisions/aggregate.ts";
import type { FieldPlaces } from "../decisions/field-words.ts";
import type { Wording } from "../decisions/fixed-condition.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind } from "../model/types.ts";
import { choose } from "../weights/choice.ts";
import type { ReaderModel } from "../weights/model.ts";

export interface ReadAggregate {
  aggregate: Aggregate;
  shape: AggregateShape;
  /** The probability of the shape. */
  p: number;
  /** Tokens that say how rows are counted, ordered and cut. */
  used: number[];
}

interface Context {
  /** Whether a condition is on how many rows there are. */
  isCounted: boolean;
  kind: Kind;
  places: FieldPlaces;
  wording: Wording;
}

/** The tokens of phrases that ask for an aggregate, and of the number of rows that are kept. */
function aggregateTokens(
  vocabulary: Vocabulary,
  { tokens }: Annotated,
  n: number | null,
): number[] {
  const phrases = ["count", "top", "superlatives", "order", "group", "distinct", "functions"];
  const spans = phrases.flatMap((section) => vocabulary.book(section).all(tokens));
  return tokens.flatMap((token, at) => {
    const isSaid = spans.some(({ start, end }) => start <= at && at < end);
    return isSaid || (n !== null && token.amount === n) ? [at] : [];
  });
}

/** What a question wants done with the rows of a kind. */
export function readAggregate(
  model: ReaderModel,
  vocabulary: Vocabulary,
  question: Annotated,
  context: Context,
): ReadAggregate {
  const { kind, wording } = context;
  const { value: chosen, p } = choose(model.choices, shapeOptions(question, wording, kind));
  // "which groups have more than 5 members" counts them, whatever else it asks.
  const isUncounted = chosen === "none" || chosen === "exists" || chosen === "count";
  const shape = context.isCounted && isUncounted ? "group_by count" : chosen;
  const roleFor = (role: "key" | "of" | "rank") =>
    choose(model.choices, roleOptions(vocabulary, question, wording, { ...context, role, shape }))
      .value;
  const ordered = (field: string | null) => ({
    order: choose(model.choices, orderOptions(wording, { shape, kind, field })).value,
    n: choose(model.choices, limitOptions(question, wording, { shape, kind })).value,
  });
  if (shape === "none" || shape === "exists" || shape === "count") {
    const used = shape === "count" ? aggregateTokens(vocabulary, question, null) : [];
    return { aggregate: { type: shape, fields: [] }, shape, p, used };
  }
  if (shape === "top_n") {
    const field = roleFor("rank");
    const { order, n: said } = ordered(field);
    // "which processes use the most memory" asks for more than one.
    const n = said === 1 && formOfNoun(question, kind) === "several" ? null : said;
    const aggregate: Aggregate = {
      type: "top_n",
      fields: field === null ? [] : [field],
      n: n ?? 10,
      order: order ?? "desc",
    };
    return { aggregate, shape, p, used: aggregateTokens(vocabulary, question, n) };
  }
  const fn = shape.slice("group_by ".length) as NonNullable<Aggregate["fn"]>;
  const key = roleFor("key");
  const of = fn === "count" ? null : roleFor("of");
  const { order, n } = ordered(key);
  const aggregate: Aggregate = {
    type: "group_by",
    fields: key === null ? [] : [key],
    fn,
    ...(of === null ? {} : { of }),
    ...(order === null ? {} : { order }),
    ...(n === null || order === null ? {} : { n }),
  };
  return { aggregate, shape, p, used: aggregateTokens(vocabulary, question, n) };
}
