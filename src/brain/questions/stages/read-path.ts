import type { PathEnd, PathQuestion } from "../../../contract/reading.ts";
import type { Vocabulary } from "../lexicon/vocabulary.ts";
import type { Draft, Estate, Span, Token } from "../types.ts";
import { type Entity, findEntities } from "./find-entities.ts";
import { numberAt } from "./read-number.ts";

type Role = "from" | "to" | "via" | "avoid";

const modes = [
  "choke_point",
  "what_if",
  "count",
  "shortest",
  "all",
  "rank",
  "inbound",
  "reach",
  "exists",
  "find",
];
const any: PathEnd = { kind: "any" };

/** The mode asked for: of several that are named, the most particular. */
function modeOf(vocabulary: Vocabulary, tokens: Token[]): string | null {
  const named = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    const span = vocabulary.book("path_modes").at(tokens, at);
    if (span) named.add(span.value);
  }
  return modes.find((mode) => named.has(mode)) ?? null;
}

/** "within 3 hops", "one hop": how long a path may be. */
function hopsOf(vocabulary: Vocabulary, tokens: Token[]): number | null {
  for (let at = 0; at < tokens.length; at += 1) {
    const number = numberAt(vocabulary, tokens, at);
    const unit = number && tokens[number.end]?.stem;
    if (number && unit && /^(?:hop|step|jump|move)$/.test(unit)) return number.value;
  }
  return null;
}

/** The word before an entity that says which end of the path it is. */
function roleOf(vocabulary: Vocabulary, tokens: Token[], entity: Entity): Role | null {
  for (let back = 1; back <= 3; back += 1) {
    for (
      let start = Math.max(0, entity.start - back - 3);
      start <= entity.start - back;
      start += 1
    ) {
      const span: Span<string> | null = vocabulary.book("ends").at(tokens, start);
      if (span && span.end === entity.start - back + 1) return span.value as Role;
    }
    const between = tokens[entity.start - back];
    if (
      !/^(?:the|a|an|any|our|all|every|some|user|host|account|still|of|one)$/.test(
        between?.lower ?? "",
      )
    )
      break;
  }
  return null;
}

const nodeName = ({ kind, name, tags }: PathEnd): string =>
  name
    ? kind === "host" || kind === "user"
      ? name
      : `${kind}:${name}`
    : Object.values(tags ?? {}).join(" ");

interface Ends {
  from: PathEnd | null;
  to: PathEnd | null;
  avoid: string[];
  via: string[];
}

function place(ends: Ends, entity: Entity, role: Role | null, mode: string): void {
  const end = entity.value;
  if (role === "avoid" || (mode === "what_if" && end.kind === "group"))
    ends.avoid.push(nodeName(end));
  else if (role === "via") ends.via.push(nodeName(end));
  else if (role === "to" && end.kind !== "any") ends.to ??= end;
  else if (role === "from" && end.kind !== "any" && mode !== "inbound" && !ends.from)
    ends.from = end;
  else if (end.kind === "any") return;
  else if (end.priv && end.priv !== "any") ends.to ??= end;
  else if (!ends.from && mode !== "inbound") ends.from = end;
  else ends.to ??= end;
}

/** "which accounts can … turn into": what kind of node the open end is. */
function openEnd(tokens: Token[]): PathEnd {
  const text = tokens.map(({ lower }) => lower).join(" ");
  if (/\b(?:which|what|other) (?:accounts|users)\b/.test(text)) return { kind: "user" };
  return /\b(?:which|what|other) (?:hosts|machines|servers|boxes)\b/.test(text)
    ? { kind: "host" }
    : any;
}

function settle(mode: string, ends: Ends, tokens: Token[]): { from: PathEnd; to: PathEnd } | null {
  if (mode === "inbound") {
    const to = ends.to ?? ends.from;
    return to && { from: openEnd(tokens), to };
  }
  if (mode === "reach") {
    const from = ends.from ?? ends.to;
    return from && { from, to: ends.from && ends.to ? ends.to : openEnd(tokens) };
  }
  if (!ends.from && !ends.to)
    return mode === "choke_point" || mode === "rank" || mode === "count" || mode === "all"
      ? { from: any, to: any }
      : null;
  return { from: ends.from ?? any, to: ends.to ?? any };
}

/** A name that begins a clause with a verb after it is who goes: "can bob reach db-1". */
function readEnds(
  vocabulary: Vocabulary,
  draft: Draft,
  { mode, estate }: { mode: string; estate: Estate },
): Ends {
  const ends: Ends = { from: null, to: null, avoid: [], via: [] };
  for (const entity of findEntities(vocabulary, draft, estate)) {
    place(ends, entity, roleOf(vocabulary, draft.tokens, entity), mode);
  }
  return ends;
}

/** The ways through the estate that a question asks about; null when it asks about none. */
export function readPath(
  vocabulary: Vocabulary,
  draft: Draft,
  estate: Estate,
): PathQuestion | null {
  const named = modeOf(vocabulary, draft.tokens);
  if (!named) return null;
  const ends = readEnds(vocabulary, draft, { mode: named, estate });
  const open = named === "exists" && !(ends.from && ends.to);
  const mode = open && ends.to ? "inbound" : named;
  const settled = settle(mode, ends, draft.tokens);
  if (!settled) return null;
  const next = mode === "reach" && draft.tokens.some(({ lower }) => lower === "next");
  const hops = hopsOf(vocabulary, draft.tokens) ?? (next ? 1 : null);
  return {
    ...settled,
    mode,
    ...(ends.avoid.length > 0 ? { avoid: ends.avoid } : {}),
    ...(ends.via.length > 0 ? { via: ends.via } : {}),
    ...(hops && hops > 0 ? { max_hops: Math.trunc(hops) } : {}),
  };
}
