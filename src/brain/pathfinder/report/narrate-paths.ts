import type { HostAnswer } from "../../model/host-answer.ts";
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
  if (fixes) return describeFixes(outcome);
  if (outcome.before) return describeWhatIf(found, outcome.before);
  if (mode === "count") return describeCount(outcome, chains);
  return chains.length > 0 ? describeChains(outcome, chains) : describeNone(outcome);
}

const between = ({ from, to }: PathOutcome["ends"]) => `from ${from.text} to ${to.text}`;

function describeChains({ ends, nearest }: PathOutcome, chains: ChainDraft[]): string[] {
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
  const blocked = nearest ? describeNearest(nearest) : [];
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

function describeFixes({ fixes, fixesFor, ends }: PathOutcome): string[] {
  const all = fixes ?? [];
  if (all.length === 0) return [`No path was found ${between(ends)}, so no repair is needed.`];
  const isOne = all.length === 1;
  const repairs = isOne ? "One repair leaves" : `${all.length} repairs together leave`;
  const alone = isOne ? "" : ", and none of them is enough alone";
  return [
    `${repairs} no ${fixesFor === "proven" ? "proven path" : "path"} ${between(ends)}${alone}.`,
    ...all.map((fix, at) => `${at + 1}. ${describeRepair(fix)}`),
  ];
}

/** Names the host, which some repairs say already. */
function describeRepair({ text, hops }: Fix): string {
  const host = hops[0]?.hostname ?? null;
  return host === null || text.includes(host) ? text : `${host}: ${text}`;
}

function describeWhatIf({ question, outcome, chains }: FoundChains, earlier: Path[]): string[] {
  const { ends, paths, nearest } = outcome;
  const without = `Without ${list(question.avoid ?? [], 5)}`;
  if (earlier.length === 0)
    return [
      `No path was found ${between(ends)}, with or without ${list(question.avoid ?? [], 5)}.`,
      ...(nearest ? describeNearest(nearest) : []),
    ];
  if (paths.length === 0)
    return [
      `${without}, no path is left ${between(ends)}: ${usedBy(earlier.length)}.`,
      `Until then: ${describeSteps(earlier[0]!.hops).join(" ")}`,
    ];
  return [
    `${without}, there ${paths.length === 1 ? "is" : "are"} still ${count(paths.length, "path")} ${between(ends)}${comparison(paths[0]!, earlier[0]!)}.`,
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
