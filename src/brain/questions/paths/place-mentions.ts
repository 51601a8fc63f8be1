import type { PathMode } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Span } from "../model/types.ts";
import { choose } from "../weights/choice.ts";
import type { ReaderModel } from "../weights/model.ts";
import {
  areRivals,
  findMentions,
  isDoneWithout,
  standsForPerson,
  unknownThings,
} from "./find-mentions.ts";
import { leaderOf } from "./join-mentions.ts";
import type { Mention } from "./mention.ts";
import { isAvoiding, type Part, partOptions } from "./path-options.ts";

/** A mention with its part in the question. */
export interface Placed {
  span: Span<Mention>;
  part: Part;
}

/** The mentions that have a part, and the probability of the least likely choice. */
export function placeMentions(
  model: ReaderModel,
  question: Annotated,
  mode: PathMode,
): { placed: Placed[]; least: number } {
  const mentions = findMentions(question);
  const leaders = mentions.map((span) => leaderOf(question, mentions, span));
  const total = leaders.filter((leader) => !leader).length;
  const previous: (Part | null)[] = [];
  const chosen: Chosen[] = [];
  mentions.forEach((span, at) => {
    const leader = chosen.find((one) => one.span === leaders[at]);
    if (leader?.part) {
      chosen.push({ ...leader, span, isJoined: true });
      return;
    }
    const hasRival = mentions.some((other) => areRivals(span, other));
    const context = { mode, previous, total, hasRival };
    const options = partOptions(question, span, context);
    const { value, p, all } = choose(model.choices, options);
    previous.push(value);
    const likely = (part: Part) =>
      all[options.findIndex(({ value: one }) => one?.role === part.role && one.kind === part.kind)];
    chosen.push({ span, part: value, p, isJoined: false, likely });
  });
  const apart = oneHostAnEnd(likelierOfRivals(chosen));
  const settled = apart.map(
    (one, at) =>
      attached(question, one, apart[at + 1]) ??
      placeOf(question, one, apart[at - 1]) ??
      takenAway(question, one) ??
      one,
  );
  const placed: Placed[] = [
    ...settled.flatMap(({ span, part }) => (part ? [{ span, part }] : [])),
    ...unknownThings(question, mentions).map(
      (span): Placed => ({ span, part: { role: "avoid", kind: "edge" } }),
    ),
  ];
  return {
    placed: isAvoiding(question) ? withoutMembership(question, placed) : startingWhereLost(placed),
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

/** "take bob out of the docker group, can he still reach db-1": the group is left out, and bob begins the path. */
function withoutMembership({ tokens }: Annotated, placed: Placed[]): Placed[] {
  const member = placed.find(({ span, part }, at) => {
    const next = placed[at + 1];
    const between = tokens.slice(span.end, next?.span.start).map(({ lower }) => lower);
    const isLeft = /\b(?:out of|from|in|of|leaves|left)\b/.test(between.join(" "));
    const isGroup = next?.part.kind === "group" || tokens[next?.span.end ?? 0]?.stem === "group";
    return part.role === "avoid" && part.kind === "user" && isLeft && isGroup;
  });
  if (!member) return placed;
  const isBegun = placed.some(({ part }) => part.role === "from");
  const begins: Placed = { ...member, part: { ...member.part, role: "from" } };
  return placed.flatMap((one) => (one !== member ? [one] : isBegun ? [] : [begins]));
}

interface Chosen {
  span: Span<Mention>;
  part: Part | null;
  p: number;
  /** It has the part of the mention before it: "web-1 or web-2". */
  isJoined: boolean;
  /** The probability of another part; undefined for one that the mention can't have. */
  likely(part: Part): number | undefined;
}

/** A word is a name or a group of hosts, not both; a noun says which: "the jira container". */
const likelierOfRivals = (chosen: Chosen[]): Chosen[] =>
  chosen.map((one) => {
    const rival = chosen.find(({ span }) => areRivals(one.span, span));
    if (!rival) return one;
    const isSaid = ({ span: { value } }: Chosen) => value.isSaid && !value.kinds.includes("host");
    if (isSaid(rival)) return { ...one, part: null };
    const kind = one.span.value.kinds.find((each) => each !== "edge");
    const { role } = rival.part ?? {};
    if (isSaid(one)) return !one.part && role && kind ? { ...one, part: { kind, role } } : one;
    return one.part && rival.part && rival.p > one.p ? { ...one, part: null } : one;
  });

/** A mention that is less likely to be the other end stays where it is. */
const leastMoved = 0.2;

/** "rank the encoders by how easy they are to own from the internet": no host is on that side. */
function apartFromInternet(chosen: Chosen[]): Chosen[] {
  const side = chosen.find(({ part }) => part?.kind === "internet")?.part?.role;
  const other = side === "from" ? "to" : "from";
  const isTaken = chosen.some(({ part }) => part?.role === other);
  if ((side !== "from" && side !== "to") || isTaken) return chosen;
  return chosen.map((one) =>
    one.part?.role === side && one.part.kind !== "internet"
      ? { ...one, part: { ...one.part, role: other } }
      : one,
  );
}

/** "from root on laptop-1 to root on files-1": two hosts are not one end, while the other end has none. */
function oneHostAnEnd(given: Chosen[]): Chosen[] {
  const chosen = apartFromInternet(given);
  for (const [role, other] of [
    ["to", "from"],
    ["from", "to"],
  ] as const) {
    const alike = chosen.filter(
      ({ part, isJoined, span: { value } }) =>
        part?.role === role && part.kind === "host" && value.name && !isJoined,
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
  const joint = one.span.value.isSaid ? /^(?:on|of|in|at)$/ : /^on$/;
  const isOn = between.some(({ lower }) => joint.test(lower)) && between.length <= 2;
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

const onHosts = new Set(["user", "group", "key", "service", "container", "credential", "file"]);

/** "dana on db-1", "the container mirror of app-2": the host of what is an end belongs to that end. */
function placeOf(question: Annotated, one: Chosen, before: Chosen | undefined): Chosen | null {
  const { role, kind = "" } = before?.part ?? {};
  if (one.span.value.name === null || !one.span.value.kinds.includes("host")) return null;
  if (!before || !onHosts.has(kind) || (role !== "from" && role !== "to")) return null;
  const between = question.tokens.slice(before.span.end, one.span.start).map(({ lower }) => lower);
  const isOn = /^(?:(?:account|user|container|service|group|key) )?(?:on|of|at|in)$/.test(
    between.join(" "),
  );
  return isOn ? { ...one, part: { role, kind: "host" }, p: before.p } : null;
}

/** "without unicorns", "if the unicorns were gone": a name that means nothing is not left out of the question. */
function takenAway({ tokens }: Annotated, one: Chosen): Chosen | null {
  const { start, end, value } = one.span;
  const after = /^(?:was|were|is|are|got)$/.test(tokens[end]?.lower ?? "") ? end + 1 : end;
  const isGone = /^(?:gone|removed|disabled|uninstalled)$/.test(tokens[after]?.lower ?? "");
  const isAway = isGone || (!one.part && isDoneWithout(tokens, start));
  const [kind] = value.kinds;
  return isAway && kind ? { ...one, part: { kind, ...one.part, role: "avoid" } } : null;
}
