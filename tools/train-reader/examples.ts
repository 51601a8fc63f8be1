import {
  type Annotated,
  annotate,
  type WordParts,
} from "../../src/brain/questions/annotate/annotate.ts";
import { absenceOptions } from "../../src/brain/questions/decisions/absence.ts";
import {
  limitOptions,
  orderOptions,
  roleOptions,
  shapeOf,
  shapeOptions,
} from "../../src/brain/questions/decisions/aggregate.ts";
import { fieldPlaces } from "../../src/brain/questions/decisions/field-words.ts";
import {
  fixedOptions,
  keyOf,
  saidIn,
  wordingOf,
} from "../../src/brain/questions/decisions/fixed-condition.ts";
import { operatorOptions } from "../../src/brain/questions/decisions/operator.ts";
import { scopeOptions } from "../../src/brain/questions/decisions/scope.ts";
import { valueFieldOptions } from "../../src/brain/questions/decisions/value-field.ts";
import { windowOptions } from "../../src/brain/questions/decisions/window.ts";
import type { FleetContext } from "../../src/brain/questions/model/reader.ts";
import type { Kind } from "../../src/brain/questions/model/types.ts";
import { subjectFeatures } from "../../src/brain/questions/subjects/subject-features.ts";
import type { FixedConditions } from "../../src/brain/questions/weights/model.ts";
import type { Filter } from "../../src/contract/reading.ts";
import type { Expected } from "./bank.ts";
import { placeConditions } from "./gold.ts";
import type { ChoiceExample } from "./learn.ts";
import { pathChoices } from "./path-examples.ts";
import { pick } from "./pick.ts";
import { hostWords } from "./scoring/hosts.ts";
import { sameWindow } from "./scoring/windows.ts";

/** A question to learn from, prepared once for every model that learns from it. */
export interface Lesson {
  writer: string;
  /** Subjects that are right, the best first. */
  subjects: string[];
  expects: Expected;
  /** Labels of hosts, conditions and aggregates may be learned from too. */
  isWhole: boolean;
  question: Annotated;
  features: number[];
  weight: number;
}

type Parts = WordParts;

export function lessonOf(
  parts: Parts,
  text: string,
  fleet: FleetContext,
  lesson: Omit<Lesson, "question" | "features">,
): Lesson {
  const question = annotate(parts, text, fleet, 1);
  return { ...lesson, question, features: subjectFeatures(question) };
}

const kindOf = ({ vocabulary }: Parts, { subjects, expects }: Lesson): Kind | undefined =>
  subjects[0]?.startsWith("t:") ? vocabulary.kinds.get(expects.tables[0] ?? "") : undefined;

/** Tokens of a lesson that say which hosts are meant, and the decisions about them. */
function scopeLessons({ vocabulary }: Parts, { question, expects }: Lesson) {
  const wanted = hostWords(expects.hosts.names, expects.hosts.tags);
  const taken = new Set<number>();
  const examples = question.scopes.flatMap((span) => {
    const names = [
      ...hostWords([span.value.name], {}),
      ...hostWords([question.tokens[span.start]?.lower], {}),
    ];
    const isWanted = names.some((name) => wanted.has(name));
    if (isWanted) for (let at = span.start; at < span.end; at += 1) taken.add(at);
    return pick("scope", scopeOptions(vocabulary, question, span), (value) => value === isWanted);
  });
  return { examples, taken };
}

function windowLessons(lesson: Lesson, kind: Kind | null, taken: Set<number>): ChoiceExample[] {
  const { question, expects, subjects } = lesson;
  const about = { kind, subject: subjects[0] ?? "" };
  let isFound = false;
  return question.times.flatMap((span) => {
    const options = windowOptions(question, span, about);
    const isRight = (window: string | null) =>
      window !== null && !isFound && sameWindow(expects.time_window, window);
    const hit = options.some(({ value }) => isRight(value));
    const examples = pick("window", options, hit ? isRight : (value) => value === null);
    if (hit) {
      isFound = true;
      for (let at = span.start; at < span.end; at += 1) taken.add(at);
    }
    return examples;
  });
}

function conditionLessons(
  { vocabulary }: Parts,
  lesson: Lesson,
  { kind, taken, fixed }: { kind: Kind; taken: ReadonlySet<number>; fixed: FixedConditions },
): ChoiceExample[] {
  const { question, expects } = lesson;
  const conditions = placeConditions(question, kind, expects.filters, taken);
  const fieldAt = new Map<number, string>();
  for (const { field, start, end } of conditions.placed) {
    for (let at = start; at < end; at += 1) fieldAt.set(at, field);
  }
  const places = fieldPlaces(kind, question.tokens);
  const chosen: (string | null)[] = [];
  const examples: ChoiceExample[] = [];
  question.tokens.forEach((token, at) => {
    const right = fieldAt.get(at) ?? null;
    if (!taken.has(at) && token.kind !== "punctuation") {
      const options = valueFieldOptions(question, at, { kind, places, chosen });
      examples.push(...pick("value", options, (field) => field === right));
    }
    chosen.push(right);
  });
  for (const { field, op, start, end } of conditions.placed) {
    const span = { start, end, value: field };
    const options = operatorOptions(vocabulary, question, { span, kind });
    examples.push(...pick("operator", options, (value) => value === op));
  }
  const named = new Set(conditions.placed.map(({ field }) => field));
  const wording = wordingOf(question);
  const said = saidIn(kind, question);
  for (const [field, known] of Object.entries(fixed[kind.id] ?? {})) {
    if (named.has(field)) continue;
    const right = conditions.fixed.find((filter) => filter.field === field);
    const options = fixedOptions(wording, { kind, field, conditions: known, said });
    examples.push(
      ...pick(
        "fixed",
        options,
        (value) => (value ? keyOf(value) : null) === (right ? keyOf(right) : null),
      ),
    );
  }
  return examples;
}

function aggregateLessons({ vocabulary }: Parts, { question, expects }: Lesson, kind: Kind) {
  const { aggregate } = expects;
  const wording = wordingOf(question);
  const shape = shapeOf(aggregate);
  const places = fieldPlaces(kind, question.tokens);
  const examples = pick("shape", shapeOptions(question, wording, kind), (value) => value === shape);
  const role = (name: "key" | "of" | "rank", right: string | null) =>
    pick(
      name,
      roleOptions(vocabulary, question, wording, { kind, places, role: name, shape }),
      (value) => value === right,
    );
  const [field = null] = aggregate.fields.map((name) => name.replace(/^.*\./, ""));
  if (shape === "top_n") examples.push(...role("rank", field));
  if (shape.startsWith("group_by")) {
    examples.push(...role("key", field));
    if (shape !== "group_by count") examples.push(...role("of", aggregate.of ?? null));
  }
  if (shape === "top_n" || shape.startsWith("group_by")) {
    const order = shape === "top_n" ? (aggregate.order ?? "desc") : (aggregate.order ?? null);
    examples.push(
      ...pick("order", orderOptions(wording, { shape, kind, field }), (value) => value === order),
    );
    examples.push(
      ...pick(
        "limit",
        limitOptions(question, wording, { shape, kind }),
        (value) => value === (aggregate.n ?? null),
      ),
    );
  }
  return examples;
}

/** The decisions that a question teaches. */
export function choicesOf(parts: Parts, lesson: Lesson, fixed: FixedConditions): ChoiceExample[] {
  if (!lesson.isWhole) return [];
  const kind = kindOf(parts, lesson);
  if (lesson.subjects[0] === "path") return pathChoices(lesson.question, lesson.expects);
  if (lesson.subjects[0]?.startsWith("r:")) return [];
  const { examples, taken } = scopeLessons(parts, lesson);
  examples.push(...windowLessons(lesson, kind ?? null, taken));
  if (!kind) return examples;
  examples.push(...conditionLessons(parts, lesson, { kind, taken, fixed }));
  examples.push(...aggregateLessons(parts, lesson, kind));
  examples.push(
    ...pick(
      "absence",
      absenceOptions(parts.vocabulary, lesson.question, {
        wording: wordingOf(lesson.question),
        kind,
      }),
      (who) => (who === null) === !lesson.expects.absent,
    ),
  );
  return examples;
}

/** A condition that one question alone states is no wording to learn. */
const leastFixed = 2;

/** The conditions that questions state without the value's own word, and those of the lexicon. */
export function fixedConditions(parts: Parts, lessons: Lesson[]): FixedConditions {
  const counts = new Map<string, { kind: Kind; filter: Filter; count: number }>();
  const add = (kind: Kind, filter: Filter, count: number) => {
    const key = `${kind.id} ${keyOf(filter)}`;
    const known = counts.get(key) ?? { kind, filter, count: 0 };
    counts.set(key, { ...known, count: known.count + count });
  };
  for (const kind of parts.vocabulary.kinds.values()) {
    for (const { filter } of kind.predicates) add(kind, filter, leastFixed);
  }
  for (const lesson of lessons) {
    const kind = lesson.isWhole ? kindOf(parts, lesson) : undefined;
    if (!kind) continue;
    const { fixed } = placeConditions(lesson.question, kind, lesson.expects.filters, new Set());
    for (const filter of fixed) add(kind, filter, 1);
  }
  const result: FixedConditions = {};
  for (const { kind, filter, count } of counts.values()) {
    if (count < leastFixed) continue;
    const fields = result[kind.id] ?? {};
    result[kind.id] = fields;
    fields[filter.field] = [...(fields[filter.field] ?? []), filter];
  }
  return result;
}
