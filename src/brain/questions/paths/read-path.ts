import type { PathEnd, PathEndKind, PathMode, PathQuestion } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Wording } from "../decisions/fixed-condition.ts";
import type { Span } from "../model/types.ts";
import { placesIn } from "../text/places.ts";
import { choose } from "../weights/choice.ts";
import type { ReaderModel } from "../weights/model.ts";
import { findMentions, isEndKind, type Mention, standsForPerson } from "./find-mentions.ts";
import {
  isAvoiding,
  modeOptions,
  openEndOptions,
  type Part,
  partOptions,
  privilegeOptions,
} from "./path-options.ts";

interface Placed {
  span: Span<Mention>;
  part: Part;
}

export interface ReadPath {
  path: PathQuestion;
  /** Tokens of the mentions that have a part in it. */
  used: Set<number>;
  sureness: { mode: number; least: number };
}

/** "within 3 hops", "one hop": how long a path may be. */
function hopsIn({ tokens }: Annotated): number | null {
  for (let at = 0; at < tokens.length; at += 1) {
    const unit = tokens[at + 1]?.stem ?? "";
    const amount = tokens[at]?.amount ?? (tokens[at]?.lower === "one" ? 1 : undefined);
    if (amount !== undefined && amount >= 1 && /^(?:hop|step|jump|move)$/.test(unit)) {
      return Math.trunc(amount);
    }
  }
  return null;
}

const nodeName = ({ span: { value }, part: { kind } }: Placed): string => {
  const name = value.name ?? value.tag?.value ?? "";
  if (kind === "edge")
    return name
      .toLowerCase()
      .replace(/s$/, "")
      .replace(/^suid$/, "setuid");
  return kind === "host" || kind === "user" ? name : `${kind}:${name}`;
};

/** An end of which one mention says the account and another the host, or several the tags. */
function joined(mentions: Placed[]): PathEnd | null {
  const [first] = mentions;
  if (!first) return null;
  const kindOf = ({ part: { kind } }: Placed): PathEndKind => (isEndKind(kind) ? kind : "any");
  const main = mentions.find((one) => kindOf(one) !== "host") ?? first;
  const kind = kindOf(main);
  const place = mentions.find(
    (one) => one !== main && one.span.value.name && kindOf(one) === "host",
  );
  const tags = mentions.flatMap(({ span: { value } }) => (value.tag ? [value.tag] : []));
  const host = main.span.value.host ?? place?.span.value.name ?? null;
  return {
    kind,
    ...(main.span.value.name === null ? {} : { name: main.span.value.name }),
    ...(host === null || kind === "host" ? {} : { host }),
    ...(tags.length > 0
      ? { tags: Object.fromEntries(tags.map(({ key, value }) => [key, value])) }
      : {}),
  };
}

function placeMentions(
  model: ReaderModel,
  question: Annotated,
  mode: PathMode,
): { placed: Placed[]; least: number } {
  const mentions = findMentions(question);
  const previous: (Part | null)[] = [];
  const chosen = mentions.map((span) => {
    const context = { mode, previous, total: mentions.length };
    const options = partOptions(question, span, context);
    const { value, p, all } = choose(model.choices, options);
    previous.push(value);
    const likely = (part: Part) =>
      all[options.findIndex(({ value: one }) => one?.role === part.role && one.kind === part.kind)];
    return { span, part: value, p, likely };
  });
  const apart = oneHostAnEnd(chosen);
  const settled = apart.map(
    (one, at) =>
      attached(question, one, apart[at + 1]) ?? placeOf(question, one, apart[at - 1]) ?? one,
  );
  const placed = settled.flatMap(({ span, part }) => (part ? [{ span, part }] : []));
  return {
    placed: isAvoiding(question) ? placed : startingWhereLost(placed),
    least: Math.min(1, ...settled.map(({ p }) => p)),
  };
}

const namesSomething = new Set(["<user>", "<account>", "<unknown>", "<name>"]);

/** "if laptop-2 is stolen, can they reach db-1": what falls is where they start, not what they do without. */
const startingWhereLost = (placed: Placed[]): Placed[] =>
  placed.some(({ part }) => part.role === "from")
    ? placed
    : placed.map((one) =>
        one.part.role === "avoid" && one.part.kind === "host"
          ? { ...one, part: { ...one.part, role: "from" } }
          : one,
      );

interface Chosen {
  span: Span<Mention>;
  part: Part | null;
  p: number;
  /** The probability of another part; undefined for one that the mention can't have. */
  likely(part: Part): number | undefined;
}

/** A mention that is less likely to be the other end stays where it is. */
const leastMoved = 0.2;

/** "from root on laptop-1 to root on files-1": two hosts are not one end, while the other end has none. */
function oneHostAnEnd(chosen: Chosen[]): Chosen[] {
  for (const [role, other] of [
    ["to", "from"],
    ["from", "to"],
  ] as const) {
    const alike = chosen.filter(
      ({ part, span: { value } }) => part?.role === role && part.kind === "host" && value.name,
    );
    if (alike.length !== 2 || chosen.some(({ part }) => part?.role === other)) continue;
    const part: Part = { role: other, kind: "host" };
    const [one, two] = alike as [Chosen, Chosen];
    const moved = (one.likely(part) ?? 0) >= (two.likely(part) ?? 0) ? one : two;
    // "who can get to web-1 or db-1" does have two.
    if ((moved.likely(part) ?? 0) < leastMoved) return chosen;
    return chosen.map((each) => (each === moved ? { ...each, part } : each));
  }
  return chosen;
}

/** "the grafana container on mon-1", "etl on db-2": what is on a host that is an end is that end. */
function attached(question: Annotated, one: Chosen, next: Chosen | undefined): Chosen | null {
  const [kind] = one.span.value.kinds;
  const between = question.tokens.slice(one.span.end, next?.span.start);
  const isOn = between.some(({ lower }) => lower === "on") && between.length <= 2;
  const role = next?.part?.kind === "host" ? next.part.role : undefined;
  const { start } = one.span;
  const isName =
    namesSomething.has(question.classes[start] ?? "") ||
    (between.length === 1 && standsForPerson(question.tokens, start));
  const { isSaid } = one.span.value;
  const isThing = isSaid || (kind !== "user" && kind !== "host" && kind !== "edge");
  if (one.part || !isOn || !role || !next || !kind || !(isThing || isName)) return null;
  return { ...one, part: { role, kind }, p: next.p };
}

/** "dana on db-1": the host of an account that is an end belongs to that end. */
function placeOf(question: Annotated, one: Chosen, before: Chosen | undefined): Chosen | null {
  const role = before?.part?.kind === "user" ? before.part.role : undefined;
  if (one.span.value.kinds[0] !== "host" || (role !== "from" && role !== "to")) return null;
  const between = question.tokens.slice(before!.span.end, one.span.start);
  const isOn = between.length === 1 && between[0]!.lower === "on";
  return isOn ? { ...one, part: { role, kind: "host" }, p: before!.p } : null;
}

/** "who can become root": an account without a name, where root is wanted, is root itself. */
function withRoot({ tokens }: Annotated, end: PathEnd): PathEnd {
  const isOpen = end.kind === "user" && end.name === undefined;
  return isOpen && tokens.some(({ lower }) => lower === "root") ? { ...end, name: "root" } : end;
}

/** The paths that a question asks about. */
export function readPath(model: ReaderModel, question: Annotated, wording: Wording): ReadPath {
  const { value: mode, p } = choose(model.choices, modeOptions(question, wording));
  const { placed, least } = placeMentions(model, question, mode);
  const end = (side: "from" | "to"): PathEnd => {
    const own = placed.filter(({ part }) => part.role === side);
    const named = joined(own);
    const open = () => choose(model.choices, openEndOptions(wording, { side, mode })).value;
    const base: PathEnd = named ?? { kind: open() };
    const at = own[0]?.span.start ?? null;
    const options = privilegeOptions(question, wording, { side, at, kind: base.kind });
    const priv = own.find(({ span }) => span.value.priv)?.span.value.priv;
    const chosen = { ...base, priv: priv ?? choose(model.choices, options).value };
    return side === "to" ? withRoot(question, chosen) : chosen;
  };
  const among = (role: Part["role"]) =>
    placed.filter(({ part }) => part.role === role).map(nodeName);
  const [avoid, via] = [among("avoid"), among("via")];
  const hops = hopsIn(question);
  return {
    path: {
      from: end("from"),
      to: end("to"),
      mode,
      ...(avoid.length > 0 ? { avoid } : {}),
      ...(via.length > 0 ? { via } : {}),
      ...(hops === null ? {} : { max_hops: hops }),
    },
    used: new Set(placed.flatMap(({ span }) => placesIn(span))),
    sureness: { mode: p, least },
  };
}
