import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { filterOps, PathEnd, pathModes } from "../../contract/reading.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { type ModelFailure, modelFailure } from "./language-model.ts";

const strict = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1, maxLength: 200 });
const Scalar = Type.Union([Text, Type.Number(), Type.Boolean()]);

/** A regular expression that backtracks would occupy every host that runs it. */
export const modelOps = filterOps.filter((op) => op !== "matches");
/** A what-if question needs things to avoid, which the model can't name reliably. */
export const modelPathModes = pathModes.filter((mode) => mode !== "what_if");

const ModelFilter = Type.Object(
  {
    field: Text,
    op: Type.Enum(modelOps),
    value: Type.Optional(
      Type.Union([Scalar, Type.Array(Scalar, { minItems: 1, maxItems: 50 }), Type.Null()]),
    ),
  },
  strict,
);
export type ModelFilter = Static<typeof ModelFilter>;

const ModelAggregate = Type.Object(
  {
    type: Type.Enum(["none", "exists", "count", "top_n", "group_by"]),
    fields: Type.Optional(Type.Array(Text, { maxItems: 3 })),
    n: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    order: Type.Optional(Type.Enum(["asc", "desc"])),
    fn: Type.Optional(Type.Enum(["count", "sum", "avg", "min", "max", "distinct"])),
    of: Type.Optional(Text),
  },
  strict,
);
export type ModelAggregate = Static<typeof ModelAggregate>;

const place = {
  hosts: Type.Optional(Type.Array(Text, { maxItems: 50 })),
  tags: Type.Optional(Type.Record(Type.String(), Text, { maxProperties: 10 })),
};

const FactsAnswer = Type.Object(
  {
    type: Type.Literal("facts"),
    kind: Text,
    filters: Type.Optional(Type.Array(ModelFilter, { maxItems: 10 })),
    aggregate: Type.Optional(ModelAggregate),
    absent: Type.Optional(Type.Enum(["host", "user"])),
    time_window: Type.Optional(Text),
    ...place,
  },
  strict,
);
export type FactsAnswer = Static<typeof FactsAnswer>;

const DetectionsAnswer = Type.Object(
  {
    type: Type.Literal("detections"),
    detections: Type.Array(Text, { minItems: 1, maxItems: 5, uniqueItems: true }),
    ...place,
  },
  strict,
);
export type DetectionsAnswer = Static<typeof DetectionsAnswer>;

const PathAnswer = Type.Object(
  {
    type: Type.Literal("path"),
    from: PathEnd,
    to: PathEnd,
    mode: Type.Enum(modelPathModes),
    max_hops: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  },
  strict,
);
export type PathAnswer = Static<typeof PathAnswer>;

const SqlAnswer = Type.Object(
  { type: Type.Literal("sql"), sql: Type.String({ minLength: 1, maxLength: 4_000 }), ...place },
  strict,
);
export type SqlAnswer = Static<typeof SqlAnswer>;

const UnknownAnswer = Type.Object({ type: Type.Literal("unknown") }, strict);

const ModelAnswer = Type.Union([
  FactsAnswer,
  DetectionsAnswer,
  PathAnswer,
  SqlAnswer,
  UnknownAnswer,
]);
export type ModelAnswer = Static<typeof ModelAnswer>;

/** Characters of the longest answer: one with SQL. */
const maxAnswer = 8_000;

/** An answer of another shape, or one that names what does not exist. */
export const invalidAnswer = (detail: string): ModelFailure =>
  modelFailure("its answer is not a valid reading", detail);

/** The answer that a model gave as text: exactly one JSON object of a known shape. */
export function parseModelAnswer(text: string): { ok: true; answer: ModelAnswer } | ModelFailure {
  if (text.length > maxAnswer) return invalidAnswer("it is too long");
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return invalidAnswer("it is not JSON");
  }
  if (!Value.Check(ModelAnswer, answer)) return invalidAnswer("it has another shape");
  if (hasControl(answer)) return invalidAnswer("it contains control characters");
  return { ok: true, answer };
}

/** Whether any text has control characters; only SQL may span lines. */
function hasControl(value: unknown, name = ""): boolean {
  if (typeof value === "string") {
    const line = name === "sql" ? value.replace(/[\n\r\t]/g, " ") : value;
    return escapeControl(line) !== line;
  }
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => escapeControl(key) !== key || hasControl(inner, key),
  );
}
