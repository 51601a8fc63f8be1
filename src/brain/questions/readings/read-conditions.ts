import type { Filter, FilterOp } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import { isOfFree } from "../decisions/around.ts";
import { type FieldPlaces, predicateBook } from "../decisions/field-words.ts";
import { fixedOptions, keyOf, saidIn, type Wording } from "../decisions/fixed-condition.ts";
import { operatorOptions } from "../decisions/operator.ts";
import { valueFieldOptions } from "../decisions/value-field.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind, Span } from "../model/types.ts";
import { placesIn } from "../text/places.ts";
import { choose } from "../weights/choice.ts";
import type { ReaderModel } from "../weights/model.ts";
import { listFilter, valueAmong } from "./value-of.ts";

/** Conditions on a kind's rows, and how sure each decision about them is. */
export interface ReadConditions {
  filters: Filter[];
  /** Those whose value or usual wording stands in the question. */
  stated: ReadonlySet<Filter>;
  /** Tokens that state the conditions. */
  used: ReadonlySet<number>;
  /** Tokens that state a condition on a field which no condition is about. */
  leftOut: number[];
  /** The mean of the logarithms of the decisions' probabilities. */
  meanLogP: number;
  /** The least probable decision. */
  least: number;
}

interface Sureness {
  logP: number;
  least: number;
  decisions: number;
}

function note(sureness: Sureness, p: number): void {
  sureness.logP += Math.log(p);
  sureness.decisions += 1;
  sureness.least = Math.min(sureness.least, p);
}

/** The field that each token is a value of; null for most. */
function fieldsOfTokens(
  model: ReaderModel,
  question: Annotated,
  context: { kind: Kind; places: FieldPlaces; taken: ReadonlySet<number> },
  sureness: Sureness,
): (string | null)[] {
  const chosen: (string | null)[] = [];
  question.tokens.forEach((token, at) => {
    if (context.taken.has(at) || token.kind === "punctuation") {
      chosen.push(null);
      return;
    }
    const options = valueFieldOptions(question, at, { ...context, chosen });
    const { value, p } = choose(model.choices, options);
    note(sureness, p);
    chosen.push(value);
  });
  return chosen;
}

/** Neighbouring tokens of one field are one value: "Google Chrome", "Windows 10". */
function valuesAmong({ tokens }: Annotated, fields: (string | null)[]): Span<string>[] {
  const spans: Span<string>[] = [];
  fields.forEach((field, at) => {
    if (field === null) return;
    const last = spans.at(-1);
    const token = tokens[at]?.kind;
    const isName = tokens[at - 1]?.kind === "word" && (token === "word" || token === "number");
    if (last?.value === field && last.end === at && isName) last.end = at + 1;
    else spans.push({ start: at, end: at + 1, value: field });
  });
  return spans;
}

interface Compared {
  span: Span<string>;
  op: FilterOp;
}

const joints = new Set([",", "or", "and", "/", "nor", "&"]);
const bounds = /^(?:version_)?[gl][te]$/;

/** Values with only "or" and its like between them are compared as the first is: "in /etc and /var". */
function comparedAlike({ tokens }: Annotated, values: Compared[]): Compared[] {
  const alike: Compared[] = [];
  for (const value of values) {
    const before = alike.at(-1);
    const between = tokens.slice(before?.span.end ?? 0, value.span.start);
    const isList =
      before?.span.value === value.span.value &&
      between.every(({ lower }) => joints.has(lower)) &&
      !bounds.test(before.op) &&
      !bounds.test(value.op);
    alike.push(isList ? { ...value, op: before.op } : value);
  }
  return alike;
}

/** "hosts with both nginx and apache": each value is a condition of its own. */
const areTogether = (vocabulary: Vocabulary, { tokens }: Annotated, spans: Span<string>[]) =>
  spans.length > 1 &&
  vocabulary
    .book("together")
    .all(tokens)
    .some(({ end }) => end <= (spans[0]?.start ?? 0) && (spans[0]?.start ?? 0) - end < 3);

/** Values of one field that are compared alike are one condition, unless all of them must hold. */
function gathered(
  vocabulary: Vocabulary,
  question: Annotated,
  { kind, values }: { kind: Kind; values: Compared[] },
): Filter[] {
  const groups = new Map<string, { field: string; op: FilterOp; spans: Span<string>[] }>();
  for (const { span, op } of values) {
    const key = `${span.value} ${op}`;
    const group = groups.get(key) ?? { field: span.value, op, spans: [] };
    group.spans.push(span);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ field, op, spans }) => {
    const scalars = spans.map(({ start, end }) =>
      valueAmong(question.tokens.slice(start, end), {
        ...{ field, op, kind },
        isProgram: question.classes[start] === "<software>",
        isFree: isOfFree(question, end, field),
      }),
    );
    const distinct = [...new Set(scalars)];
    return areTogether(vocabulary, question, spans)
      ? distinct.map((value) => listFilter(field, op, [value]))
      : [listFilter(field, op, distinct)];
  });
}

/** The tokens that state a condition of `filters` in its usual wording, and those that state one on another field. */
function wordingsOf(
  { tokens }: Annotated,
  { kind, filters, taken }: { kind: Kind; filters: Filter[]; taken: ReadonlySet<number> },
): { heeded: number[]; leftOut: number[] } {
  const keys = new Set(filters.map(keyOf));
  const fields = new Set(filters.map(({ field }) => field));
  const heeded: number[] = [];
  const leftOut: number[] = [];
  for (const span of predicateBook(kind).all(tokens)) {
    const places = placesIn(span);
    const stated = span.value.map(({ filter }) => filter);
    if (stated.some((filter) => keys.has(keyOf(filter)))) heeded.push(...places);
    else if (!stated.some(({ field }) => fields.has(field)) && !places.some((at) => taken.has(at)))
      leftOut.push(...places);
  }
  return { heeded, leftOut };
}

/** The conditions that a question states on the rows of a kind. */
export function readConditions(
  model: ReaderModel,
  vocabulary: Vocabulary,
  question: Annotated,
  context: {
    kind: Kind;
    places: FieldPlaces;
    wording: Wording;
    /** Tokens that say which hosts or what time. */
    taken: ReadonlySet<number>;
  },
): ReadConditions {
  const { kind, wording } = context;
  const sureness = { logP: 0, least: 1, decisions: 0 };
  const fields = fieldsOfTokens(model, question, context, sureness);
  const values = valuesAmong(question, fields).map((span) => {
    const options = operatorOptions(vocabulary, question, { span, kind });
    const { value: op, p } = choose(model.choices, options);
    note(sureness, p);
    return { span, op };
  });
  const filters = gathered(vocabulary, question, {
    kind,
    values: comparedAlike(question, values),
  });
  const stated = new Set(filters);
  const compared = new Set(filters.map(({ field }) => field));
  const said = saidIn(kind, question);
  for (const [field, conditions] of Object.entries(model.fixed[kind.id] ?? {})) {
    if (compared.has(field)) continue;
    const options = fixedOptions(wording, { kind, field, conditions, said });
    const { value, p } = choose(model.choices, options);
    note(sureness, p);
    if (value) filters.push(value);
    if (value && said.has(keyOf(value))) stated.add(value);
  }
  const stating = values.flatMap(({ span }) => placesIn(span));
  const named = [...context.places.values()].flat().flatMap(placesIn);
  const taken = new Set([...context.taken, ...stating, ...named]);
  const { heeded, leftOut } = wordingsOf(question, { kind, filters, taken });
  const used = new Set([...stating, ...heeded]);
  const { logP, least, decisions } = sureness;
  return { filters, stated, used, leftOut, meanLogP: logP / Math.max(1, decisions), least };
}
