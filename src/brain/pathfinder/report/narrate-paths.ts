import { capital, count, list } from "../../text/wording.ts";
import { maxCountedPaths } from "../model/count-limit.ts";
import type { Path, PathOutcome } from "../model/types.ts";
import type { ChainDraft } from "./chain-draft.ts";
import { describeGaps } from "./describe-gaps.ts";
import type { FoundChains } from "./found-chains.ts";
import { isProven } from "./is-proven.ts";
import { scheduleHint } from "./schedule-hint.ts";

/** What was found out about the paths, its first sentence being the answer. */
export function narratePaths({
  query,
  question: { mode },
  outcome,
  chains,
  answers,
}: FoundChains): string[] {
  const missing = describeMissing(outcome);
  if (missing.length > 0) return missing;
  const unsettled = chains.length > 0 && chains.every(({ status }) => status === "unconfirmed");
  return [
    ...describeResult(mode, outcome, chains),
    ...describeUnknown(outcome),
    ...describeCut(outcome),
    ...describeDropped(outcome),
    ...describeGaps(answers),
    ...(unsettled ? [scheduleHint(query)] : []),
  ];
}

function describeMissing({ ends: { from, to } }: PathOutcome): string[] {
  return [from, to].flatMap(({ missing }) => (missing === null ? [] : [`${capital(missing)}.`]));
}

function describeResult(mode: string, outcome: PathOutcome, chains: ChainDraft[]): string[] {
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
      ? `Yes, there is a way ${between(ends)}: ${first.from.label} gets to ${first.to.label}${inSteps(first)}.`
      : `Perhaps: the way found ${between(ends)} is not confirmed.`;
  const tally =
    chains.length > 1
      ? [`${count(chains.length, "way")} found, ${confirmed} of them confirmed.`]
      : confirmed > 0
        ? ["Every step of it is proven by what its host says now."]
        : [];
  return [lead, ...tally, first.narrative, ...describeWeakest(first), ...describeFix(first)];
}

const inSteps = ({ steps }: ChainDraft) => ` in ${count(steps.length, "step")}`;
const describeWeakest = ({ weakest }: ChainDraft) => (weakest ? [`Not confirmed: ${weakest}`] : []);
const describeFix = ({ fix }: ChainDraft) => (fix ? [`Fix first: ${fix}`] : []);

function describeNone({ ends, nearest }: PathOutcome): string[] {
  const none = `No way was found ${between(ends)}.`;
  return [none, ...(nearest ? describeNearest(nearest) : [])];
}

/** What keeps a way from being one is the most useful thing to know about it. */
function describeNearest(way: Path): string[] {
  const cuts = way.hops.filter(({ state }) => state === "refuted");
  const told = cuts.map(
    ({ rule, hostname, from, to, why }) =>
      `on ${hostname} ${rule.edge} (${from.label} → ${to.label}) does not hold: ${why ?? "refuted"}`,
  );
  return [`The nearest, from ${way.from.label}, is cut: ${list(told, 3)}.`];
}

function describeReached(mode: string, { ends, reached }: PathOutcome): string[] {
  const all = reached ?? [];
  const inbound = mode === "inbound";
  if (all.length === 0)
    return [
      inbound
        ? `Nobody was found who gets to ${ends.to.text}.`
        : `No way out of ${ends.from.text} was found.`,
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
    ? [`${who} can get to ${ends.to.text}${known}.`]
    : [
        `From ${ends.from.text} one gets to ${who}${known}.`,
        ...describeRoots(users.filter(({ node }) => node.label.startsWith("root@"))),
      ];
}

type Reached = NonNullable<PathOutcome["reached"]>;

/** Where one becomes root, and where that is proven. */
function describeRoots(roots: Reached): string[] {
  const sure = roots.filter(isProven);
  if (sure.length > 0) return [`Proven all the way to root on ${list(hostsOf(sure), 8)}.`];
  return roots.length > 0 ? [`Perhaps to root on ${list(hostsOf(roots), 5)}.`] : [];
}

const hostsOf = (nodes: { node: { label: string } }[]) =>
  nodes.map(({ node }) => node.label.replace(/^root@/, ""));

function describeRanking({ ranking, ends }: PathOutcome): string[] {
  const exposed = (ranking ?? []).filter(({ cost }) => cost !== null);
  const [first] = exposed;
  if (!first) return [`No way to ${ends.to.text} was found, so no host is exposed.`];
  const told = exposed.map(
    ({ host, accounts }) => `${host.label} (${count(accounts, "account")} of other hosts)`,
  );
  return [`Most exposed is ${first.host.label}.`, `Root can be had on ${list(told, 5)}.`];
}

function describeFixes({ fixes, fixesFor, ends }: PathOutcome): string[] {
  const all = fixes ?? [];
  if (all.length === 0) return [`No way was found ${between(ends)}, so nothing has to be cut.`];
  const repairs = all.length === 1 ? "One repair leaves" : `${all.length} repairs leave`;
  return [
    `${repairs} no ${fixesFor === "proven" ? "proven way" : "way"} ${between(ends)}.`,
    ...all.map(({ text }, at) => `${at + 1}. ${text}`),
  ];
}

function describeWhatIf({ ends, paths, before }: PathOutcome, chains: ChainDraft[]): string[] {
  const had = before ?? [];
  if (had.length === 0) return [`There was no way ${between(ends)} in the first place.`];
  if (paths.length === 0)
    return [
      `No way is left ${between(ends)}: each of the ${count(had.length, "way")} found goes through it.`,
    ];
  return [
    `${count(paths.length, "way")} ${between(ends)} would still be there.`,
    ...chains.slice(0, 1).flatMap((chain) => [chain.narrative, ...describeWeakest(chain)]),
  ];
}

function describeCount(outcome: PathOutcome, chains: ChainDraft[]): string[] {
  const { count: counted, ends, cutShort } = outcome;
  const number = Math.max(counted ?? 0, chains.length);
  if (number === 0) return describeNone(outcome);
  const atLeast = cutShort || number >= maxCountedPaths ? "at least " : "";
  return [
    `There are ${atLeast}${count(number, "way")} ${between(ends)}.`,
    ...chains.slice(0, 1).map(({ narrative }) => `The cheapest: ${narrative}`),
  ];
}

/** "Without carol" says nothing where there is no carol. */
function describeUnknown({ unknownNames }: PathOutcome): string[] {
  return unknownNames.length > 0 ? [`Nothing here is called ${list(unknownNames, 5)}.`] : [];
}

function describeDropped({ dropped }: PathOutcome): string[] {
  const hosts = Object.keys(dropped);
  if (hosts.length === 0) return [];
  const rows = Object.values(dropped).reduce((sum, number) => sum + number, 0);
  return [
    `${count(rows, "row")} of ${list(hosts, 5)} made no sense or were too many, and were left out.`,
  ];
}

function describeCut({ cutShort }: PathOutcome): string[] {
  if (!cutShort) return [];
  const limit = cutShort === "time" ? "its time was up" : "it had looked at enough moves";
  return [`The search stopped because ${limit}; this is the best so far.`];
}
