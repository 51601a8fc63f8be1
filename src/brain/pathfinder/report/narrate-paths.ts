import type { HostAnswer } from "../../model/host-answer.ts";
import { namesOf, pathConditions } from "../../text/path-conditions.ts";
import { capitalize, count, list } from "../../text/wording.ts";
import { maxCountedPaths } from "../model/count-limit.ts";
import type { Fix, Path, PathOutcome } from "../model/types.ts";
import type { ChainDraft } from "./chain-draft.ts";
import { describeGaps } from "./describe-gaps.ts";
import { describeReached } from "./describe-reached.ts";
import { describeSteps } from "./describe-step.ts";
import type { FoundChains } from "./found-chains.ts";
import { isProven } from "./is-proven.ts";
import { scheduleHint } from "./schedule-hint.ts";

/** The answer in sentences, the first of which answers the question. */
export function narratePaths({ query, question, outcome, chains, answers }: FoundChains): string[] {
  const missing = [...describeMissing(outcome), ...describeUnknown(outcome)];
  if (missing.length > 0) return missing;
  const unconfirmed = chains.length > 0 && chains.every(({ status }) => status === "unconfirmed");
  return [
    ...withAbsent(describeResult({ query, question, outcome, chains, answers }), outcome, answers),
    ...describeCut(outcome),
    ...describeDropped(outcome),
    ...describeGaps(answers),
    ...(unconfirmed && query !== null ? [scheduleHint(query)] : []),
  ];
}

/** "No way" from part of the hosts says so first. */
function withAbsent(lines: string[], outcome: PathOutcome, answers: HostAnswer[]): string[] {
  const { paths, reached, fixes, ranking } = outcome;
  const found = [paths, reached, fixes, ranking?.filter(({ cost }) => cost !== null)];
  const absent = answers.filter(({ gap }) => gap !== null).map(({ agent }) => agent.hostname);
  const [first = "", ...others] = lines;
  if (absent.length === 0 || found.some((some) => some && some.length > 0)) return lines;
  const who = `${absent.length} of ${count(answers.length, "host")} did not answer (${list(absent, 3)})`;
  return [`${who}. Without ${absent.length === 1 ? "it" : "them"}: ${first}`, ...others];
}

function describeMissing({ ends: { from, to } }: PathOutcome): string[] {
  return [from, to].flatMap(({ missing }) => (missing === null ? [] : [`${capitalize(missing)}.`]));
}

function describeResult(found: FoundChains): string[] {
  const { outcome, chains } = found;
  const { mode } = found.question;
  const { reached, fixes, ranking } = outcome;
  if (reached) return describeReached(found.question, outcome);
  if (ranking) return describeRanking(outcome);
  if (fixes) return describeFixes(found);
  if (outcome.before) return describeWhatIf(found, outcome.before);
  if (mode === "count") return describeCount(found);
  return chains.length > 0 ? describeChains(found) : describeNone(found);
}

/** "from alice to root on db-1 without ci-1". */
function between({ question, outcome }: Pick<FoundChains, "question" | "outcome">): string {
  const { from, to } = outcome.ends;
  return [`from ${from.text} to ${to.text}`, ...pathConditions(question)].join(" ");
}

function describeChains(found: FoundChains): string[] {
  const { chains, outcome } = found;
  const [first] = chains;
  if (!first) return [];
  const confirmed = chains.filter(({ status }) => status === "confirmed").length;
  const lead =
    confirmed > 0
      ? `Yes, there is a path ${between(found)}: ${first.from.label} reaches ${first.to.label}${inSteps(first)}.`
      : `Possibly: the path found ${between(found)} is not confirmed.`;
  const tally =
    chains.length > 1
      ? [`${count(chains.length, "path")} found, ${confirmed} of them confirmed.`]
      : confirmed > 0
        ? ["Every step is proven by its host's current answer."]
        : [];
  const blocked = outcome.nearest ? describeNearest(outcome.nearest) : [];
  return [
    lead,
    ...tally,
    ...blocked,
    first.narrative,
    ...describeWeakest(first),
    ...describeFix(first),
  ];
}

const inSteps = ({ steps }: ChainDraft) => ` in ${count(steps.length, "step")}`;
const describeWeakest = ({ weakest }: ChainDraft) => (weakest ? [`Not confirmed: ${weakest}`] : []);
const describeFix = ({ fix }: ChainDraft) => (fix ? [`Fix first: ${fix}`] : []);

function describeNone(found: FoundChains): string[] {
  const { nearest } = found.outcome;
  const none = `No path was found ${between(found)}.`;
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

function describeRanking({ ranking, ends }: PathOutcome): string[] {
  const exposed = (ranking ?? []).filter(({ cost }) => cost !== null);
  const [first] = exposed;
  if (!first) return [`No path to ${ends.to.text} was found, so no host is exposed.`];
  const described = (hosts: typeof exposed) =>
    list(
      hosts.map(
        ({ host, accounts }) => `${host.label} (from ${count(accounts, "account")} on other hosts)`,
      ),
      5,
    );
  const isSure = ({ cost }: (typeof exposed)[number]) => cost !== null && isProven({ cost });
  const [sure, perhaps] = [exposed.filter(isSure), exposed.filter((one) => !isSure(one))];
  return [
    `Most exposed is ${first.host.label}.`,
    ...(sure.length > 0 ? [`Root is proven to be reachable on ${described(sure)}.`] : []),
    ...(perhaps.length > 0 ? [`Root may be reachable on ${described(perhaps)}.`] : []),
  ];
}

function describeFixes(found: FoundChains): string[] {
  const { fixes, fixesFor } = found.outcome;
  const all = fixes ?? [];
  if (all.length === 0) return [`No path was found ${between(found)}, so no repair is needed.`];
  const isOne = all.length === 1;
  const repairs = isOne ? "One repair leaves" : `${all.length} repairs together leave`;
  const alone = isOne ? "" : ", and none of them is enough alone";
  return [
    `${repairs} no ${fixesFor === "proven" ? "proven path" : "path"} ${between(found)}${alone}.`,
    ...all.map((fix, at) => `${at + 1}. ${describeRepair(fix)}`),
  ];
}

/** Names the host, which some repairs say already. */
function describeRepair({ text, hops }: Fix): string {
  const host = hops[0]?.hostname ?? null;
  return host === null || text.includes(host) ? text : `${host}: ${text}`;
}

function describeWhatIf({ question, outcome, chains }: FoundChains, earlier: Path[]): string[] {
  const { paths, nearest } = outcome;
  const { avoid = [], ...others } = question;
  const [names, route] = [namesOf(avoid), between({ question: others, outcome })];
  if (earlier.length === 0)
    return [
      `No path was found ${route}, with or without ${names}.`,
      ...(nearest ? describeNearest(nearest) : []),
    ];
  if (paths.length === 0)
    return [
      `Without ${names}, no path is left ${route}: ${usedBy(earlier.length)}.`,
      `Until then: ${describeSteps(earlier[0]!.hops).join(" ")}`,
    ];
  return [
    `Without ${names}, there ${paths.length === 1 ? "is" : "are"} still ${count(paths.length, "path")} ${route}${comparison(paths[0]!, earlier[0]!)}.`,
    ...chains.slice(0, 1).flatMap((chain) => [chain.narrative, ...describeWeakest(chain)]),
  ];
}

const usedBy = (paths: number) =>
  paths === 1 ? "the one path found needs it" : `each of the ${paths} paths found needs it`;

/** What taking something away changes about the best path. */
function comparison(after: Path, before: Path): string {
  if (isProven(before) && !isProven(after)) return ", but none is certain any more";
  const [steps, fewer] = [after.hops.length, before.hops.length];
  if (steps > fewer) return `: the best takes ${count(steps, "step")} instead of ${fewer}`;
  return after.cost > before.cost ? ", all of them harder than before" : ", as easy as before";
}

function describeCount(found: FoundChains): string[] {
  const { outcome, chains } = found;
  const { count: counted, cutShort } = outcome;
  const number = Math.max(counted ?? 0, chains.length);
  if (number === 0) return describeNone(found);
  const atLeast = cutShort || number >= maxCountedPaths ? "at least " : "";
  return [
    `There ${number === 1 ? "is" : "are"} ${atLeast}${count(number, "path")} ${between(found)}.`,
    ...chains.slice(0, 1).map(({ narrative }) => `The cheapest: ${narrative}`),
  ];
}

/** Without what a name in `avoid` or `via` means, there is no answer. */
function describeUnknown({ unknownNames }: PathOutcome): string[] {
  if (unknownNames.length === 0) return [];
  return [
    `Nothing here is called ${list(unknownNames, 5)}: name a host, an account, a group, a key, or a way in such as ssh, sudo, cron, docker, systemd or passwords.`,
  ];
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
