import type { PathEnd, PathMode, PathQuestion, Reading } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { ReaderParts } from "../model/reader.ts";
import type { Span } from "../model/types.ts";
import { findMentions } from "../paths/find-mentions.ts";
import { isEndKind, type Mention, nodeName } from "../paths/mention.ts";
import { pathReading } from "../reply/path-reading.ts";

type Role = "from" | "to" | "via" | "avoid";

const roleWords: Record<string, Role> = {
  from: "from",
  to: "to",
  reach: "to",
  reaching: "to",
  into: "to",
  become: "to",
  as: "to",
  via: "via",
  through: "via",
  over: "via",
  using: "via",
  without: "avoid",
  avoiding: "avoid",
  except: "avoid",
  excluding: "avoid",
  not: "avoid",
  no: "avoid",
};

/** The role that the nearest word before a mention gives it; null if none does. */
function roleAt({ tokens }: Annotated, start: number): Role | null {
  for (let at = start - 1; at >= Math.max(0, start - 4); at -= 1) {
    const role = roleWords[tokens[at]?.lower ?? ""];
    if (role) return role;
  }
  return null;
}

const series = (name: string) => name.toLowerCase().replace(/\d+$/, "");

/** Which end a bare name stands for: the only one with a name, or the one with a name like it. */
function endLike({ from, to }: PathQuestion, { name, tags }: Mention): "from" | "to" | null {
  const isNamed = (end: PathEnd) => end.name !== undefined || end.tags !== undefined;
  if (isNamed(from) !== isNamed(to)) return isNamed(to) ? "to" : "from";
  if (tags) return "to";
  const isLike = (end: PathEnd) =>
    name !== null && series(end.host ?? end.name ?? "") === series(name);
  if (isLike(to) === isLike(from)) return null;
  return isLike(to) ? "to" : "from";
}

/** An end at another place; the account or privilege that was asked for stays. */
function replacedEnd(end: PathEnd, { kinds, name, host, tags, priv }: Mention): PathEnd {
  const [kind = "host"] = kinds;
  const place = kind === "host";
  if (place && end.kind === "user" && end.name !== undefined && name !== null && !tags)
    return { ...end, host: name };
  const kept = priv ?? end.priv;
  return {
    kind: isEndKind(kind) ? kind : "any",
    ...(name === null ? {} : { name }),
    ...(host === null ? {} : { host }),
    ...(tags ? { tags } : {}),
    ...(kept === undefined ? {} : { priv: kept }),
  };
}

function applied(path: PathQuestion, mention: Mention, role: Role): PathQuestion {
  if (role === "from" || role === "to")
    return { ...path, [role]: replacedEnd(path[role], mention) };
  const names = [...(path[role] ?? []), nodeName(mention.kinds[0], mention)];
  return { ...path, [role]: [...new Set(names)] };
}

const modeWords: [PathMode, RegExp][] = [
  ["count", /\b(?:how many|number of|count)\b/],
  ["shortest", /\b(?:shortest|quickest|fewest (?:steps|hops))\b/],
  ["all", /\b(?:all|every|the rest|more|others)\b/],
  ["choke_point", /\b(?:fix|fixes|cut|cuts|choke points?|break|breaks)\b/],
];

const textOf = ({ tokens }: Annotated) => tokens.map(({ lower }) => lower).join(" ");

/** "to root", "as admin": the privilege that is wanted at the end. */
function wantedPrivilege(text: string): "root" | "admin" | null {
  const [, word] =
    /\b(?:to|as|become|reach|get)\s+(root|superuser|admin|administrator)\b/.exec(text) ?? [];
  if (!word) return null;
  return word === "root" || word === "superuser" ? "root" : "admin";
}

const hopsIn = (text: string): number | null => {
  const [, digits] = /\b(\d+)\s+(?:hops?|steps?|jumps?)\b/.exec(text) ?? [];
  return digits === undefined || digits === "0" ? null : Number(digits);
};

/** With both ends named, everything reachable from one of them is no longer asked for. */
function between(path: PathQuestion): PathQuestion {
  const isOpen = (end: PathEnd) => end.name === undefined && end.tags === undefined;
  const searches = path.mode === "reach" || path.mode === "inbound";
  return searches && !isOpen(path.from) && !isOpen(path.to) ? { ...path, mode: "find" } : path;
}

/** The mentions that say where or by what; null if one of them has no role. */
function placed(question: Annotated, path: PathQuestion) {
  const roles: { span: Span<Mention>; role: Role }[] = [];
  for (const span of findMentions(question)) {
    const role = roleAt(question, span.start) ?? endLike(path, span.value);
    if (!role) return null;
    roles.push({ span, role });
  }
  return roles;
}

const openEnds = /\b(from|to)\s+(?:the\s+)?(internet|anywhere|anyone|anybody|outside)\b/;

/** "from the internet", "to anywhere". */
function withOpenEnd(path: PathQuestion, text: string): PathQuestion | null {
  const [, side, word] = openEnds.exec(text) ?? [];
  if (side !== "from" && side !== "to") return null;
  const kind = word === "internet" || word === "outside" ? "internet" : "any";
  return { ...path, [side]: { kind, priv: path[side].priv ?? "any" } };
}

/** The paths of the question before with other ends, means or limits; null if the follow-up says nothing of the kind. */
export function refinePath(
  parts: ReaderParts,
  question: Annotated,
  path: PathQuestion,
): Reading | null {
  const text = textOf(question);
  const opened = withOpenEnd(path, text);
  const roles = opened ? [] : placed(question, path);
  if (!roles) return null;
  let refined = opened ?? path;
  for (const { span, role } of roles) refined = applied(refined, span.value, role);
  const priv = wantedPrivilege(text);
  if (priv) refined = { ...refined, to: { ...refined.to, priv } };
  const hops = hopsIn(text);
  if (hops !== null) refined = { ...refined, max_hops: hops };
  refined = between(refined);
  const mode = modeWords.find(([, words]) => words.test(text))?.[0];
  if (mode) refined = { ...refined, mode };
  const isSaid = opened || roles.length > 0 || priv || hops !== null || mode;
  return isSaid ? pathReading(refined, parts.detections) : null;
}
