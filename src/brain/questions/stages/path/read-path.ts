import type { PathEnd, PathMode, PathQuestion } from "../../../../contract/reading.ts";
import type { FleetContext, Vocabulary } from "../../model/reader.ts";
import type { Draft, Span, Token } from "../../model/types.ts";
import { type Entity, type EntityValue, findEntities } from "./find-entities.ts";
import { pathHops, pathMode } from "./path-mode.ts";

type Role = "from" | "to" | "via" | "avoid";

const any: PathEnd = { kind: "any" };

const takenOut =
  /^(?:(?:were|was|is|being|got) )?(?:taken out|taken away|removed|gone|disabled|switched off|closed|shut)\b/;

/** The word before an entity that says which end of the path it is, or after it that it is none. */
function roleOf(vocabulary: Vocabulary, tokens: Token[], entity: Entity): Role | null {
  const after = tokens.slice(entity.end, entity.end + 3).map(({ lower }) => lower);
  if (takenOut.test(after.join(" "))) return "avoid";
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

const nodeName = ({ kind, name, tags }: EntityValue): string =>
  name
    ? kind === "host" || kind === "user"
      ? name
      : `${kind}:${name}`
    : Object.values(tags ?? {}).join(" ");

const isPathEnd = (value: EntityValue): value is PathEnd => value.kind !== "edge";

interface Ends {
  from: PathEnd | null;
  to: PathEnd | null;
  avoid: string[];
  via: string[];
  /** Whether an end is named that stands for whatever matters: "the crown jewels". */
  isOpen: boolean;
}

/** Of who gets in from where, only a place on the network can be the start; a name is what is asked about. */
const isStart = ({ kind }: PathEnd, mode: string) =>
  mode === "inbound" ? kind === "internet" : kind !== "any";

function place(
  ends: Ends,
  { entity, role, mode }: { entity: Entity; role: Role | null; mode: string },
): void {
  const end = entity.value;
  if (end.kind === "any" && role === "to") ends.isOpen = true;
  if (!isPathEnd(end) || role === "avoid" || (mode === "what_if" && end.kind === "group"))
    ends.avoid.push(nodeName(end));
  else if (role === "via") ends.via.push(nodeName(end));
  else if (role === "to" && end.kind !== "any") ends.to ??= end;
  else if (role === "from" && isStart(end, mode) && !ends.from) ends.from = end;
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
    return ends.isOpen ||
      mode === "choke_point" ||
      mode === "rank" ||
      mode === "count" ||
      mode === "all"
      ? { from: any, to: any }
      : null;
  return { from: ends.from ?? any, to: ends.to ?? any };
}

/** "if we removed bob from the docker group": who goes is bob, what is taken out is what he was in. */
function leaving(tokens: Token[], entities: Entity[]): { who: Entity; group: string } | null {
  for (const who of entities.filter(({ value }) => value.kind === "user")) {
    const before = tokens[who.start - 1]?.lower ?? "";
    const after = tokens.slice(who.end, who.end + 6).map(({ lower }) => lower);
    const [, group] =
      /^(?:were taken out of|comes out of|out of|from) (?:the )?([\w-]+)(?: group)?/.exec(
        after.join(" "),
      ) ?? [];
    const isTaken =
      /^(?:remove|removed|removing|take|took|taking|kick|kicked|drop|dropped)$/.test(before) ||
      after[0] === "comes" ||
      after[0] === "were";
    if (group && isTaken) return { who, group };
  }
  return null;
}

interface Placed {
  entity: Entity;
  role: Role | null;
}

/** "can frank get from app-2 to root on db-1": frank's account of app-2 is where it begins. */
function joinStart(placed: Placed[]): Placed[] {
  const place = placed.find(
    ({ role, entity: { value } }) =>
      role === "from" && value.kind === "host" && value.name && value.priv === "any",
  );
  const who = placed.find(({ entity: { value } }) => value.kind === "user");
  const isBefore = place && who && !who.entity.value.host && who.entity.end < place.entity.start;
  if (!isBefore || (who.role !== null && who.role !== "from")) return placed;
  const value = { ...who.entity.value, host: place.entity.value.name };
  return placed.flatMap((one): Placed[] => {
    if (one === place) return [];
    return one === who ? [{ entity: { ...who.entity, value }, role: "from" }] : [one];
  });
}

/** A name that begins a clause with a verb after it is who goes: "can bob reach db-1". */
function readEnds(vocabulary: Vocabulary, tokens: Token[], entities: Entity[], mode: string): Ends {
  const ends: Ends = { from: null, to: null, avoid: [], via: [], isOpen: false };
  const leaver = leaving(tokens, entities);
  if (leaver) {
    if (isPathEnd(leaver.who.value)) ends.from = leaver.who.value;
    ends.avoid.push(`group:${leaver.group}`);
  }
  const others = joinStart(
    entities
      .filter((entity) => entity !== leaver?.who && !(leaver && entity.value.name === leaver.group))
      .map((entity) => ({ entity, role: roleOf(vocabulary, tokens, entity) })),
  );
  // What says which end it is goes before what only stands there: "is db-2 reachable from laptop-3".
  const [told, rest] = [true, false].map((isTold) =>
    others.filter(({ role }) => (role === "from" || role === "avoid" || role === "via") === isTold),
  );
  const end = others.findIndex(({ role }) => role === "to");
  for (const one of [...(told ?? []), ...(rest ?? [])]) {
    const { entity, role } = one;
    // "root on web-1 to root on db-1": what stands before the end is the start.
    const isBefore = role === null && others.indexOf(one) < end && entity.value.kind !== "any";
    place(ends, { entity, role: isBefore ? "from" : role, mode });
  }
  return ends;
}

/** The ways through the fleet that a question asks about; null when it asks about none. */
export function readPath(
  vocabulary: Vocabulary,
  draft: Draft,
  fleet: FleetContext,
): PathQuestion | null {
  const { tokens } = draft;
  const entities = findEntities(vocabulary, draft, fleet);
  const named = pathMode(vocabulary, tokens, entities);
  if (!named) return null;
  const ends = readEnds(vocabulary, tokens, entities, named);
  const mode = settledMode(named, ends);
  const settled = settle(mode, ends, tokens);
  if (!settled) return null;
  const next = mode === "reach" && tokens.some(({ lower }) => lower === "next");
  const hops = pathHops(vocabulary, tokens) ?? (next ? 1 : null);
  return {
    ...settled,
    mode,
    ...(ends.avoid.length > 0 ? { avoid: ends.avoid } : {}),
    ...(ends.via.length > 0 ? { via: ends.via } : {}),
    ...(hops && hops > 0 ? { max_hops: Math.trunc(hops) } : {}),
  };
}

/** What is asked for as a reach, with both ends named, is a way between them; a way to something from anywhere asks who comes in. */
function settledMode(named: PathMode, { from, to, avoid }: Ends): PathMode {
  if (named === "exists" && to && !from) return "inbound";
  if (named === "inbound" && to && from?.kind === "internet") return "exists";
  // With nothing to take out, "suppose jump-1 gets hacked" asks what follows from it.
  if (named === "what_if" && avoid.length === 0 && from && !to) return "reach";
  if (named === "reach" && from && to && to.kind === "host" && to.name) return "find";
  return named;
}
