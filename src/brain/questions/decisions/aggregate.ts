import type { Aggregate } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind } from "../model/types.ts";
import { stem } from "../text/stem.ts";
import type { Option } from "../weights/choice.ts";
import { feature, hashText } from "../weights/hash.ts";
import { near, wordAt } from "./around.ts";
import type { FieldPlaces } from "./field-words.ts";
import type { Wording } from "./fixed-condition.ts";

/** What is done with the rows: the aggregate's type, and of groups the function. */
export const aggregateShapes = [
  "none",
  "exists",
  "count",
  "top_n",
  "group_by count",
  "group_by sum",
  "group_by avg",
  "group_by min",
  "group_by max",
  "group_by distinct",
  "group_by compare",
] as const;
export type AggregateShape = (typeof aggregateShapes)[number];

export const shapeOf = ({ type, fn }: Aggregate): AggregateShape =>
  (type === "group_by" ? `group_by ${fn ?? "count"}` : type) as AggregateShape;

const id = (name: string) => hashText(`aggregate ${name}`);
const names = {
  bias: id("bias"),
  kind: id("kind"),
  word: id("word"),
  pair: id("pair"),
  gap: id("gap"),
  opening: id("opening"),
  openingPair: id("opening pair"),
  asked: id("asked"),
};

/** What may be done with the rows that a question asks for. */
export function shapeOptions(
  question: Annotated,
  wording: Wording,
  kind: Kind,
): Option<AggregateShape>[] {
  const asked = question.tokens.at(-1)?.text === "?" ? 1 : 0;
  const kindId = hashText(kind.id);
  const [first, second] = [wordAt(question, 0), wordAt(question, 1)];
  return aggregateShapes.map((shape) => {
    const own = hashText(shape);
    const features = [
      feature(names.bias, own),
      feature(names.kind, own, kindId),
      feature(names.opening, own, first),
      feature(names.openingPair, own, first, second),
      feature(names.openingPair, own, first, kindId),
      feature(names.asked, own, asked),
      feature(names.asked, own, asked, first),
    ];
    for (const one of wording.single) features.push(feature(names.word, own, one));
    for (const one of wording.pairs) features.push(feature(names.pair, own, one));
    for (const one of wording.gaps) features.push(feature(names.gap, own, one));
    return { value: shape, features };
  });
}

const role = (name: string) => hashText(`role ${name}`);
const roles = {
  bias: role("bias"),
  kind: role("kind"),
  said: role("said"),
  before: role("before"),
  two: role("two before"),
  after: role("after"),
  place: role("place"),
  word: role("word"),
  type: role("type"),
};

/** A field's part in an aggregate: what groups are made by, what is reduced, what rows are ranked by. */
export type FieldRole = "key" | "of" | "rank";

/** The fields that may have a part in an aggregate; null for none, "host" for the rows' host. */
export function roleOptions(
  vocabulary: Vocabulary,
  question: Annotated,
  wording: Wording,
  context: { kind: Kind; places: FieldPlaces; role: FieldRole; shape: AggregateShape },
): Option<string | null>[] {
  const { kind, places, role, shape } = context;
  const machines = vocabulary.book("machines").all(question.tokens);
  const kindId = hashText(kind.id);
  const part = hashText(`${role} ${role === "rank" ? "" : shape}`);
  const option = (field: string | null): Option<string | null> => {
    const own = hashText(field ?? "none");
    const type = hashText(field === null ? "none" : (kind.fields[field]?.type ?? field));
    const spans = field === null ? [] : field === "host" ? machines : (places.get(field) ?? []);
    const features = [
      feature(roles.bias, part, own),
      feature(roles.type, part, type),
      feature(roles.kind, part, own, kindId),
      feature(roles.said, part, Math.min(2, spans.length)),
      feature(roles.said, part, Math.min(2, spans.length), type),
    ];
    for (const { start, end } of spans) {
      const before = wordAt(question, start - 1);
      features.push(
        feature(roles.before, part, before),
        feature(roles.before, part, before, own),
        feature(roles.before, part, before, type),
        feature(roles.two, part, before, wordAt(question, start - 2)),
        feature(roles.after, part, wordAt(question, end)),
        feature(roles.place, part, near(question.tokens.length - end)),
      );
    }
    for (const one of wording.single) {
      features.push(
        feature(roles.word, part, one, own),
        feature(roles.word, part, one, feature(own, kindId)),
      );
    }
    return { value: field, features };
  };
  const fields = Object.keys(kind.fields).map(option);
  return [option(null), option("host"), option("count"), ...fields];
}

const ranked = (name: string) => hashText(`order ${name}`);
const orders = {
  bias: ranked("bias"),
  word: ranked("word"),
  pair: ranked("pair"),
  field: ranked("field"),
};

/** Whether groups or rows are put in order, and how. */
export function orderOptions(
  wording: Wording,
  { shape, kind, field }: { shape: AggregateShape; kind: Kind; field: string | null },
): Option<"asc" | "desc" | null>[] {
  const must = shape === "top_n";
  const type = hashText(field === null ? "none" : (kind.fields[field]?.type ?? field));
  const context = must ? 1 : 0;
  return ([...(must ? [] : [null]), "desc", "asc"] as const).map((order) => {
    const own = feature(hashText(order ?? "none"), context);
    const features = [
      feature(orders.bias, own),
      feature(orders.field, own, type),
      feature(orders.field, own, hashText(`${kind.id} ${field}`)),
    ];
    for (const one of wording.single) {
      features.push(feature(orders.word, own, one), feature(orders.word, own, one, type));
    }
    for (const one of wording.pairs) features.push(feature(orders.pair, own, one));
    return { value: order, features };
  });
}

const limit = (name: string) => hashText(`limit ${name}`);
const limits = {
  bias: limit("bias"),
  before: limit("before"),
  two: limit("two before"),
  after: limit("after"),
  word: limit("word"),
  pair: limit("pair"),
  own: limit("own"),
  form: limit("form"),
};

/** Whether a question speaks of one row of the kind or of several: "the biggest file", "the biggest files". */
export function formOfNoun({ tokens }: Annotated, { noun }: Kind): "one" | "several" | "unsaid" {
  const own = stem(noun.split(" ").at(-1) ?? "");
  const said = tokens.find((token) => token.stem === own);
  if (!said) return "unsaid";
  return said.lower.endsWith("s") && said.lower !== own ? "several" : "one";
}

/** How many rows or groups are kept: one of the numbers in the question, one, or all there are. */
export function limitOptions(
  question: Annotated,
  wording: Wording,
  { shape, kind }: { shape: AggregateShape; kind: Kind },
): Option<number | null>[] {
  const context = hashText(shape);
  const form = hashText(formOfNoun(question, kind));
  const fixed = (n: number | null): Option<number | null> => {
    const own = feature(hashText(`${n}`), context);
    return {
      value: n,
      features: [
        feature(limits.bias, own),
        feature(limits.form, own, form),
        ...wording.single.map((one) => feature(limits.word, own, one)),
        ...wording.pairs.map((one) => feature(limits.pair, own, one)),
      ],
    };
  };
  const given = question.tokens.flatMap((token, at): Option<number | null>[] => {
    const n = token.kind === "number" ? token.amount : undefined;
    if (n === undefined || !Number.isInteger(n) || n < 1 || n > 1000) return [];
    const before = wordAt(question, at - 1);
    return [
      {
        value: n,
        features: [
          feature(limits.own, context),
          feature(limits.before, context, before),
          feature(limits.two, context, before, wordAt(question, at - 2)),
          feature(limits.after, context, wordAt(question, at + 1)),
        ],
      },
    ];
  });
  return [fixed(null), fixed(1), ...given];
}
