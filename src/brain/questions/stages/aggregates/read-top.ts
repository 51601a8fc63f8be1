import { stemsOf } from "../../lexicon/phrasebook.ts";
import type { Vocabulary } from "../../model/reader.ts";
import type { Aggregate, Draft, Kind, Span, Token } from "../../model/types.ts";
import { claim } from "../values/claims.ts";
import { fieldsOf, predicatesOf } from "../values/field-book.ts";
import { numberAt } from "../values/read-number.ts";
import { rankable, rankField } from "./rank-field.ts";

type Superlative = Span<string> | undefined;

/** The superlative of a question; "the latest tag" is a condition and ranks nothing. */
function superlativeOf(vocabulary: Vocabulary, draft: Draft, kind: Kind): Superlative {
  const { tokens } = draft;
  const conditions = predicatesOf(kind).all(tokens);
  const isCondition = (at: number) =>
    conditions.some(({ start, end }) => start <= at && at < end && end - start > 1);
  return vocabulary
    .book("superlatives")
    .all(tokens)
    .find(
      ({ start, end }) =>
        !draft.claimed.has(start) &&
        !isCondition(start) &&
        tokens[end]?.stem !== "than" &&
        (kind.events || tokens[start]?.lower !== "last"),
    );
}

const groupable = /^(?:account|address|name|text|path)$/;

/** "top 10 ips": what is ranked is not the rows but whom or what they are about. */
function entityAfter(kind: Kind, tokens: Token[], at: number): Span<string> | null {
  const own = [...stemsOf(kind.noun), ...stemsOf(kind.id.replaceAll("_", " "))];
  const span = fieldsOf(kind).at(tokens, at);
  const name = span?.value.find((field) => groupable.test(kind.fields[field]?.type ?? ""));
  if (!span || !name || own.includes(tokens[at]?.stem ?? "")) return null;
  return { ...span, value: name };
}

/** What the groups are ranked by: a field after "by", else how many rows each has. */
function measureAfter(vocabulary: Vocabulary, kind: Kind, tokens: Token[]): Partial<Aggregate> {
  const by = vocabulary.book("group").all(tokens)[0];
  const of = by
    ? fieldsOf(kind)
        .at(tokens, by.end)
        ?.value.find((name) => rankable(kind, name))
    : undefined;
  return of ? { fn: "sum", of } : { fn: "count" };
}

/** "top 5 …", "the three most recent …", "the biggest …". */
export function readTop(vocabulary: Vocabulary, draft: Draft, kind: Kind): Aggregate | null {
  const { tokens } = draft;
  const superlative = superlativeOf(vocabulary, draft, kind);
  const top = vocabulary.book("top").all(tokens)[0] ?? null;
  if (!superlative && !top) return null;
  const [order = "desc", sort = "any"] = (superlative?.value ?? "desc any").split(" ");
  const near = top ? top.end : (superlative?.start ?? 0);
  const number = numberAt(vocabulary, tokens, near) ?? numberBefore(vocabulary, tokens, near);
  const asked = number && number.value > 1 ? Math.trunc(number.value) : null;
  const direction = (top?.value === "bottom" ? "asc" : order) as "asc" | "desc";
  const claimAll = (...spans: (Span<unknown> | null | undefined)[]) => {
    for (const span of spans) if (span) claim(draft, span.start, span.end);
  };
  const entity = top ? entityAfter(kind, tokens, Math.max(near, number?.end ?? 0)) : null;
  if (entity) {
    claimAll(superlative, top, number, entity);
    const measure = measureAfter(vocabulary, kind, tokens.slice(entity.end));
    return {
      type: "group_by",
      fields: [entity.value],
      ...measure,
      n: asked ?? 10,
      order: direction,
    };
  }
  const field = rankField(kind, sort, tokens.slice(near));
  if (!field) return null;
  const haver =
    field === "count" && superlative ? haverBefore(vocabulary, kind, tokens, superlative) : null;
  if (haver) {
    claimAll(superlative, top, number);
    const n = asked ? { n: asked } : {};
    return { type: "group_by", fields: [haver], fn: "count", order: direction, ...n };
  }
  claimAll(superlative, top, number);
  return {
    type: "top_n",
    fields: [field],
    n: asked ?? (top ? 10 : isPlural(tokens, superlative) ? 10 : 1),
    order: direction,
  };
}

/** "which servers have the most failed logins": who has them is what is ranked. */
function haverBefore(
  vocabulary: Vocabulary,
  kind: Kind,
  tokens: Token[],
  { start }: { start: number },
): string | null {
  const before = vocabulary.book("lackers").all(tokens.slice(0, start)).at(-1)?.value;
  if (before === "host") return "host";
  return before === "user" ? (kind.takes.account ?? null) : null;
}

function numberBefore(vocabulary: Vocabulary, tokens: Token[], end: number): Span<number> | null {
  const span = end > 0 ? numberAt(vocabulary, tokens, end - 1) : null;
  return span?.end === end ? span : null;
}

/** "the biggest files" asks for several, "the biggest file" for one. */
const isPlural = (tokens: Token[], superlative: Superlative) =>
  /[^su]s$/.test(tokens[superlative?.end ?? 0]?.lower ?? "");
