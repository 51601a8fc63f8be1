import type { FilterOp } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind, Span, Token, ValueType } from "../model/types.ts";
import type { Option } from "../weights/choice.ts";
import { feature, hashText } from "../weights/hash.ts";
import { isOfFree, negationBefore, wordAt } from "./around.ts";

const id = (name: string) => hashText(`operator ${name}`);
const names = {
  bias: id("bias"),
  field: id("field"),
  kind: id("kind"),
  before: id("before"),
  two: id("two before"),
  three: id("three before"),
  after: id("after"),
  afterTwo: id("two after"),
  said: id("said"),
  saidAfter: id("said after"),
  not: id("not"),
  shape: id("shape"),
  free: id("free"),
};

const ordered: ReadonlySet<ValueType | "count"> = new Set([
  "bytes",
  "percent",
  "number",
  "days",
  "port",
  "time",
  "count",
]);
const orderedOps: FilterOp[] = ["eq", "ne", "gt", "ge", "lt", "le"];
const versionOps: FilterOp[] = [
  "version_eq",
  "version_lt",
  "version_le",
  "version_gt",
  "version_ge",
  "contains",
  "starts_with",
];
const rangeOps: FilterOp[] = ["in_cidr", "not_in_cidr"];
const textOps: FilterOp[] = [
  "eq",
  "ne",
  "contains",
  "not_contains",
  "starts_with",
  "not_starts_with",
  "ends_with",
];
const numberOps: FilterOp[] = [...new Set([...textOps, ...orderedOps])];

/** The operators that values of a type can have; a setting's text may be a number. */
function operatorsFor(type: ValueType | "count", token: Token["kind"] | undefined): FilterOp[] {
  if (ordered.has(type)) return orderedOps;
  if (type === "version") return versionOps;
  if (type === "bool") return ["eq"];
  if (token === "cidr") return rangeOps;
  return type === "text" && token === "number" ? numberOps : textOps;
}

/** A comparison ("more than", "or newer") that ends right before a place, or begins there. */
function comparison(
  { comparisons, versions }: Vocabulary,
  { tokens }: Annotated,
  { start, end }: Span<unknown>,
): { before: string; after: string } {
  let before = "";
  for (let at = Math.max(0, start - 4); at < start && before === ""; at += 1) {
    for (const span of [comparisons.at(tokens, at), versions.at(tokens, at)]) {
      if (span?.end === start) before = span.value;
    }
  }
  const after = comparisons.at(tokens, end)?.value ?? versions.at(tokens, end)?.value ?? "";
  return { before, after };
}

/** How a field of a kind is compared with the value that stands at `span`. */
export function operatorOptions(
  vocabulary: Vocabulary,
  question: Annotated,
  { span, kind }: { span: Span<string>; kind: Kind },
): Option<FilterOp>[] {
  const { start, end, value: field } = span;
  const text = question.tokens[start]?.text ?? "";
  const type = kind.fields[field]?.type ?? "count";
  const said = comparison(vocabulary, question, span);
  const [before, after] = [wordAt(question, start - 1), wordAt(question, end)];
  const two = wordAt(question, start - 2);
  const shape = hashText(
    `${question.tokens[start]?.kind} ${/\/$/.test(text)}${/\//.test(text)}${/^\./.test(text)}${/\*/.test(text)}`,
  );
  const typeId = hashText(type);
  const fieldId = hashText(field);
  const kindId = hashText(`${kind.id}.${field}`);
  const denied = negationBefore(question, start);
  const free = isOfFree(question, end, field);
  return operatorsFor(type, question.tokens[start]?.kind).map((op) => {
    const own = hashText(op);
    return {
      value: op,
      features: [
        feature(names.bias, own, typeId),
        feature(names.field, own, fieldId),
        feature(names.kind, own, kindId),
        feature(names.before, own, before),
        feature(names.before, own, before, typeId),
        feature(names.before, own, before, kindId),
        feature(names.two, own, before, two),
        feature(names.two, own, before, feature(two, typeId)),
        feature(names.three, own, two, wordAt(question, start - 3)),
        feature(names.after, own, after),
        feature(names.after, own, after, typeId),
        feature(names.afterTwo, own, after, wordAt(question, end + 1)),
        feature(names.said, own, hashText(said.before)),
        feature(names.said, own, hashText(said.before), typeId),
        feature(names.saidAfter, own, hashText(said.after), typeId),
        feature(names.not, own, denied),
        feature(names.not, own, denied, before),
        feature(names.not, own, Math.min(denied, 1), typeId),
        feature(names.shape, own, shape),
        feature(names.shape, own, shape, kindId),
        feature(names.free, own, hashText(`${free} ${said.before}`)),
      ],
    };
  });
}
