import type { PathMode } from "../../../contract/reading.ts";
import { capitalize, count, list } from "../../text/wording.ts";
import { maxCountedPaths } from "../model/count-limit.ts";
import type { Path, PathOutcome } from "../model/types.ts";
import type { ChainDraft } from "./chain-draft.ts";
import { describeGaps } from "./describe-gaps.ts";
import type { FoundChains } from "./found-chains.ts";
import { isProven } from "./is-proven.ts";
import { scheduleHint } from "./schedule-hint.ts";

/** The answer in sentences, the first of which answers the question. */
export function narratePaths({ query, question, outcome, chains, answers }: FoundChains): string[] {
  const missing = describeMissing(outcome);
  if (missing.length > 0) return missing;
  const unconfirmed = chains.length > 0 && chains.every(({ status }) => status === "unconfirmed");
  return [
    ...describeResult(question.mode, outcome, chains),
    ...describeUnknown(outcome),
    ...describeCut(outcome),
    ...describeDropped(outcome),
    ...describeGaps(answers),
    ...(unconfirmed && query !== null ? [scheduleHint(query)] : []),
  ];
}

function describeMissing({ ends: { from, to } }: PathOutcome): string[] {
  return [from, to].flatMap(({ missing }) => (missing === null ? [] : [`${capitalize(missing)}.`]));
}

function describeResult(mode: PathMode, outcome: PathOutcome, chains: ChainDraft[]): string[] {
  const { ends, reached, fixes, ranking } = outcome;
  if (reached) return describeReached(mode, outcome);
  if (ranking) return describeRanking(outcome);
  if (fixes) return describeFixes(outcome);
  if (mode === "what_if") return describeWhatIf(outcome, chains);
  if (mode === "count") return describeCount(outcome, chains);
  return chains.length > 0 ? describeChains(ends, chains) : describeNone(outcome);
}

const between = ({ from, to }: PathOutcome["ends"]) => `from ${from.text} to ${to.text}`;

function describeChains(ends: PathOutcome["ends"], chains: ChainDraft[]): string[] {
  const [first] = chains;
  if (!first) return [];
  const confirmed = chains.filter(({ status }) => status === "confirmed").length;
  const lead =
    confirmed > 0
      ? `Yes, there is a path ${between(ends)}: ${first.from.label} reaches ${first.to.label}${inSteps(first)}.`
      : `Possibly: the path found ${between(ends)} is not confirmed.`;
  const tally =
    chains.length > 1
      ? [`${count(chains.length, "path")} found, ${confirmed} of them confirmed.`]
      : confirmed > 0
        ? ["Every step is proven by its host's current answer."]
        : [];
  return [lead, ...tally, first.narrative, ...describeWeakest(first), ...describeFix(first)];
}

const inSteps = ({ steps }: ChainDraft) => ` in ${count(steps.length, "step")}`;
const describeWeakest = ({ weakest }: ChainDraft) => (weakest ? [`Not confirmed: ${weakest}`] : []);
const describeFix = ({ fix }: ChainDraft) => (fix ? [`Fix first: ${fix}`] : []);

function describeNone({ ends, nearest }: PathOutcome): string[] {
  const none = `No path was found ${between(ends)}.`;
  return [none, ...(nearest ? describeNearest(nearest) : [])];
}

/** Names the hops that block the nearest path. */
function describeNearest(path: Path): string[] {
  const refuted = path.hops.filter(({ state }) => state === "refuted");
  const blocked = refuted.map(
    ({ rule, hostname, from, to, why }) =>
      `on ${hostname} ${rule.edge} (${from.label} → ${to.label}) does not hold: ${why ?? "refuted"}`,
  );
  return [`The nearest path, from ${path.from.label}, is blocked: ${list(blocked, 3)}.`];
}

function describeReached(mode: PathMode, { ends, reached }: PathOutcome): string[] {
  const all = reached ?? [];
  const inbound = mode === "inbound";
  if (all.length === 0)
    return [
      inbound
        ? `No account was found that can reach ${ends.to.text}.`
        : `No path out of ${ends.from.text} was found.`,
    ];
  const users = all.filter(({ node }) => node.type === "user");
  const sure = users.filter(isProven).length;
  const hosts = new Set(users.map(({ node }) => node.label.split("@").at(-1)));
  const known =
    sure === users.length
      ? ""
      : sure === 0
        ? ", none by proven steps alone"
        : `, ${sure} of them by proven steps alone`;
  const who = `${count(users.length, "account")} on ${count(hosts.size, "host")}`;
  return inbound
    ? [`${who} can reach ${ends.to.text}${known}.`]
    : [
        `From ${ends.from.text}, ${who} can be reached${known}.`,
        ...describeRoots(users.filter(({ node }) => node.label.startsWith("root@"))),
      ];
}

type Reached = NonNullable<PathOutcome["reached"]>;

/** The hosts where root is reached, and whether that is proven. */
function describeRoots(roots: Reached): string[] {
  const sure = roots.filter(isProven);
  if (sure.length > 0) return [`Root is proven to be reachable on ${list(hostsOf(sure), 8)}.`];
  return roots.length > 0 ? [`Root may be reachable on ${list(hostsOf(roots), 5)}.`] : [];
}

const hostsOf = (nodes: { node: { label: string } }[]) =>
  nodes.map(({ node }) => node.label.replace(/^root@/, ""));

function describeRanking({ ranking, ends }: PathOutcome): string[] {
  const exposed = (ranking ?? []).filter(({ cost }) => cost !== null);
  const [first] = exposed;
  if (!first) return [`No path to ${ends.to.text} was found, so no host is exposed.`];
  const described = exposed.map(
    ({ host, accounts }) => `${host.label} (from ${count(accounts, "account")} on other hosts)`,
  );
  return [`Most exposed is ${first.host.label}.`, `Root can be reached on ${list(described, 5)}.`];
}

function describeFixes({ fixes, fixesFor, ends }: PathOutcome): string[] {
  const all = fixes ?? [];
  if (all.length === 0) return [`No path was found ${between(ends)}, so no repair is needed.`];
  const repairs = all.length === 1 ? "One repair leaves" : `${all.length} repairs leave`;
  return [
    `${repairs} no ${fixesFor === "proven" ? "proven path" : "path"} ${between(ends)}.`,
    ...all.map(({ text }, at) => `${at + 1}. ${text}`),
  ];
}

function describeWhatIf({ ends, paths, before }: PathOutcome, chains: ChainDraft[]): string[] {
  const earlier = before ?? [];
  if (earlier.length === 0) return [`There was no path ${between(ends)} in the first place.`];
  if (paths.length === 0)
    return [
      `No path is left ${between(ends)}: each of the ${count(earlier.length, "path")} found goes through it.`,
    ];
  return [
    `${count(paths.length, "path")} ${between(ends)} would remain.`,
    ...chains.slice(0, 1).flatMap((chain) => [chain.narrative, ...describeWeakest(chain)]),
  ];
}

function describeCount(outcome: PathOutcome, chains: ChainDraft[]): string[] {
  const { count: counted, ends, cutShort } = outcome;
  const number = Math.max(counted ?? 0, chains.length);
  if (number === 0) return describeNone(outcome);
  const atLeast = cutShort || number >= maxCountedPaths ? "at least " : "";
  return [
    `There ${number === 1 ? "is" : "are"} ${atLeast}${count(number, "path")} ${between(ends)}.`,
    ...chains.slice(0, 1).map(({ narrative }) => `The cheapest: ${narrative}`),
  ];
}

/** A name in `avoid` or `via` that matches nothing changes nothing. */
function describeUnknown({ unknownNames }: PathOutcome): string[] {
  return unknownNames.length > 0 ? [`Nothing here is called ${list(unknownNames, 5)}.`] : [];
}

function describeDropped({ dropped }: PathOutcome): string[] {
  const hosts = Object.keys(dropped);
  if (hosts.length === 0) return [];
  const rows = Object.values(dropped).reduce((sum, number) => sum + number, 0);
  return [
    `${count(rows, "row")} of ${list(hosts, 5)} were invalid or exceeded the limit, and were ignored.`,
  ];
}

function describeCut({ cutShort }: PathOutcome): string[] {
  if (!cutShort) return [];
  const reason = cutShort === "time" ? "timed out" : "reached its limit of examined steps";
  return [`The search ${reason}; these are the best results so far.`];
}
