import type { Estate, Path } from "../../../src/brain/pathfinder/model/types.ts";
import { createEstate } from "../../../src/brain/pathfinder/query/create-estate.ts";
import {
  parseEdgeRules,
  statementsFor,
} from "../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import type { PathEnd } from "../../../src/contract/reading.ts";
import { openRuleAsker } from "./ask-rules.ts";
import { type GeneratedEstate, type GeneratedHost, generateEstate } from "./generate-estate.ts";

const { edgeRules, factRules } = parseEdgeRules("data/edges");
type Asker = Awaited<ReturnType<typeof openRuleAsker>>;

const readAt = "2026-11-22T08:00:00Z";
const clock = { now: () => Date.parse(readAt) };

function estateOf({ hosts }: GeneratedEstate, asker: Asker): Estate {
  const estate = createEstate({ rules: edgeRules, facts: factRules, clock });
  for (const { agent_id, hostname, addresses, rows } of hosts)
    estate.replace({
      agent_id,
      hostname,
      os: "linux",
      addresses,
      tags: {},
      criticality: "normal",
      collectedAt: readAt,
      source: "live",
      results: asker.ask(rows),
    });
  return estate;
}

/** The best path, if every hop of it is proven. */
function confirmedPath(estate: Estate, from: PathEnd, target: GeneratedHost): Path | null {
  const { paths } = estate.search({
    question: { mode: "shortest", from, to: { kind: "host", name: target.hostname, priv: "root" } },
    agentIds: null,
    k: 1,
    maxSteps: 20,
    timeoutMs: 60_000,
  });
  const [path] = paths;
  return path?.hops.every(({ state }) => state === "proven") ? path : null;
}

interface Start {
  name: string;
  end: PathEnd;
}

const containersOf = ({ hostname: host, containers }: GeneratedHost): Start[] =>
  containers.map((name) => ({
    name: `container ${name} on ${host}`,
    end: { kind: "container", name, host },
  }));
const accountsOf = ({ hostname: host, accounts }: GeneratedHost): Start[] =>
  accounts.map((name) => ({ name: `${name}@${host}`, end: { kind: "user", name, host } }));

interface Comparison {
  generated: GeneratedEstate;
  estate: Estate;
}

/** Every wrong answer about paths from one host to root on another. */
function mistakes(comparison: Comparison, from: GeneratedHost, to: GeneratedHost): string[] {
  const target = `root@${to.hostname}`;
  const leads = ({ name }: Start) => comparison.generated.reachableFrom(name).has(target);
  const accounts = accountsOf(from).filter(({ name }) => name !== target);
  // If no account gets there, one search covers all of them.
  const isUnreachable = accounts.length > 0 && from !== to && !accounts.some(leads);
  const all: Start = {
    name: `anybody@${from.hostname}`,
    end: { kind: "user", host: from.hostname },
  };
  const starts = [...(isUnreachable ? [all] : accounts), ...containersOf(from)];
  return starts.flatMap((start) => {
    const path = confirmedPath(comparison.estate, start.end, to);
    return mistakesOf({ start: start.name, target, path, isReachable: leads(start) }, comparison);
  });
}

interface Answer {
  start: string;
  target: string;
  path: Path | null;
  isReachable: boolean;
}

function mistakesOf(
  { start, target, path, isReachable }: Answer,
  { generated }: Comparison,
): string[] {
  if (isReachable && !path) return [`${start} reaches ${target}, but no path was found`];
  if (!path) return [];
  const labels = [
    start,
    ...path.hops
      .map(({ to }) => to)
      .filter(({ type }) => type === "user")
      .map(({ label }) => label),
  ];
  const wrong = labels
    .slice(1)
    .filter((label, at) => !generated.gains(new Set(labels.slice(0, at + 1))).has(label));
  if (isReachable && wrong.length === 0) return [];
  const rules = path.hops.map(({ rule }) => rule.id).join(", ");
  return [`${start} does not reach ${target} by ${rules} over ${labels.join(", ")}`];
}

/** Compares the pathfinder's answers for generated estates with how their hosts were made. */
export async function openPathChecker() {
  const asker = await openRuleAsker(statementsFor([...edgeRules, ...factRules], "linux"));
  return {
    /** Every wrong answer about the estate of a seed. */
    mistakesOfSeed(seed: number): string[] {
      const generated = generateEstate(seed);
      const comparison = { generated, estate: estateOf(generated, asker) };
      const { hosts } = generated;
      return hosts.flatMap((from) => hosts.flatMap((to) => mistakes(comparison, from, to)));
    },
    close: asker.close,
  };
}

/** Consecutive seeds, the first of them 1. */
export const seeds = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
