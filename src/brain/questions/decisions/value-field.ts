import type { Annotated } from "../annotate/annotate.ts";
import type { Kind, Token, ValueType } from "../model/types.ts";
import type { Option } from "../weights/choice.ts";
import { feature, hashText } from "../weights/hash.ts";
import { near, stemAt, wordAt } from "./around.ts";
import type { FieldPlaces } from "./field-words.ts";

const id = (name: string) => hashText(`value ${name}`);
const names = {
  bias: id("bias"),
  class: id("class"),
  shape: id("shape"),
  own: id("own"),
  before: id("before"),
  two: id("two before"),
  after: id("after"),
  afterTwo: id("two after"),
  both: id("both"),
  wordBefore: id("field word before"),
  wordAfter: id("field word after"),
  wordHere: id("field word here"),
  anyWord: id("field word"),
  rival: id("rival"),
  previous: id("previous"),
  takes: id("takes"),
  letters: id("letters"),
  usage: id("usage"),
};

/** The field a token is a value of, in a reading about one kind; null for none. */
export interface ValueContext {
  kind: Kind;
  places: FieldPlaces;
  /** The fields of the tokens before. */
  chosen: (string | null)[];
}

/** A token's form: what kinds of characters it has. */
function shapeOf({ text, kind, unknown, possessive }: Token, at: number): string {
  const form = /^[A-Z0-9_]+$/.test(text)
    ? "CAPS"
    : /^[A-Z]/.test(text)
      ? at === 0
        ? "First"
        : "Cap"
      : /[A-Z]/.test(text)
        ? "mIxed"
        : "low";
  const signs = `${/\d/.test(text) ? "9" : ""}${/\./.test(text) ? "." : ""}${/\//.test(text) ? "/" : ""}${/_/.test(text) ? "_" : ""}${/-/.test(text) ? "-" : ""}`;
  return `${kind} ${form} ${signs}${unknown ? "?" : ""}${possessive ? "'s" : ""}`;
}

const words = new Set<Token["kind"]>(["word", "identifier", "quoted", "glob", "path"]);

/** Whether a field of a type can have what a token says as its value at all. */
function canHold(type: ValueType, { kind, lower }: Token): boolean {
  const isNumber = /^(?:number|percent|bytes|duration)$/.test(kind);
  switch (type) {
    case "address":
      return !isNumber && kind !== "path" && kind !== "clock" && kind !== "date";
    case "path":
      return words.has(kind);
    case "account":
    case "name":
      return !isNumber || kind === "number";
    case "number":
    case "port":
    case "percent":
    case "bytes":
    case "days":
      return isNumber || /\d/.test(lower) || kind === "clock";
    case "bool":
      return false;
    case "version":
      return kind !== "path" && kind !== "address" && kind !== "cidr";
    default:
      return true;
  }
}

/** The ending after the last dot, as of `nginx.service` or `named.conf`. */
const endingOf = (lower: string) => /\.([a-z]+\d?)$/.exec(lower)?.[1] ?? "";

const joints = new Set([",", "or", "and", "/", "nor", "&"]);

/** How far the nearest naming of a field stands before (or after) a token; 9 for not at all. */
function distance(
  places: { start: number; end: number }[] | undefined,
  at: number,
  side: "before" | "after",
): number {
  let least = 9;
  for (const { start, end } of places ?? []) {
    const away = side === "before" ? at - end + 1 : start - at;
    if (away > 0) least = Math.min(least, away);
  }
  return least;
}

const isInside = (places: { start: number; end: number }[] | undefined, at: number) =>
  places?.some(({ start, end }) => start <= at && at < end) ?? false;

/** What the token is a value of: nothing, each of the kind's fields, or how many rows there are. */
export function valueFieldOptions(
  question: Annotated,
  at: number,
  { kind, places, chosen }: ValueContext,
): Option<string | null>[] {
  const token = question.tokens[at] as Token;
  const own = stemAt(question, at);
  const before = wordAt(question, at - 1);
  const two = wordAt(question, at - 2);
  const after = wordAt(question, at + 1);
  const afterTwo = wordAt(question, at + 2);
  const shape = hashText(shapeOf(token, at));
  const sort = hashText(`${token.kind} ${question.classes[at]}`);
  const usage = question.usage[at] ?? 0;
  const ending = hashText(endingOf(token.lower));
  const kindId = hashText(kind.id);
  const joined = joints.has(question.tokens[at - 1]?.lower ?? "") ? 2 : 1;
  const previous = hashText(chosen[at - joined] ?? "none");
  let nearest = 9;
  for (const [, spans] of places) {
    nearest = Math.min(nearest, distance(spans, at, "before"), distance(spans, at, "after"));
  }
  const option = (field: string | null): Option<string | null> => {
    const type = hashText(field === null ? "none" : (kind.fields[field]?.type ?? "count"));
    const name = hashText(field ?? "none");
    const here = feature(name, kindId);
    const spans = field === null ? undefined : places.get(field);
    const [ahead, behind] = [distance(spans, at, "before"), distance(spans, at, "after")];
    const gap = field === null ? nearest : Math.min(ahead, behind);
    const takes = Object.entries(kind.takes).find(([, taker]) => taker === field)?.[0] ?? "";
    return {
      value: field,
      features: [
        feature(names.bias, here),
        feature(names.bias, type),
        feature(names.class, here, sort),
        feature(names.class, name, sort),
        feature(names.class, type, sort),
        feature(names.shape, type, shape),
        feature(names.shape, name, shape),
        feature(names.shape, here, shape),
        feature(names.own, here, own),
        feature(names.own, name, own),
        feature(names.own, type, own),
        feature(names.letters, name, ending),
        feature(names.usage, type, usage, sort),
        feature(names.usage, here, usage),
        feature(names.before, here, before),
        feature(names.before, name, before),
        feature(names.before, type, before, sort),
        feature(names.two, name, two, before),
        feature(names.two, type, two, before),
        feature(names.after, here, after),
        feature(names.after, name, after),
        feature(names.after, type, after, sort),
        feature(names.afterTwo, name, after, afterTwo),
        feature(names.both, type, before, after),
        feature(names.wordBefore, type, near(ahead), sort),
        feature(names.wordBefore, name, near(ahead)),
        feature(names.wordAfter, type, near(behind), sort),
        feature(names.wordAfter, name, near(behind)),
        feature(names.wordHere, type, isInside(spans, at) ? 1 : 0, sort),
        feature(names.rival, type, gap > nearest ? 1 : 0, near(nearest)),
        feature(names.previous, name, previous, joined),
        feature(names.previous, here, previous, joined),
        feature(names.takes, hashText(takes), sort),
        feature(names.takes, hashText(takes), shape),
      ],
    };
  };
  const fields = Object.entries(kind.fields).flatMap(([field, { type }]) =>
    canHold(type, token) ? [option(field)] : [],
  );
  const isAmount = token.amount !== undefined;
  return [option(null), ...fields, ...(isAmount ? [option("count")] : [])];
}
