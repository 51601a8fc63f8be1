import type { StatementResult } from "../../../contract/plan.ts";
import type { PathEnd, PathQuestion } from "../../../contract/reading.ts";
import type { ChainNode } from "../../../contract/summary.ts";
import type { Criticality } from "../../../contract/tag-policy.ts";
import type { EdgeRule, EdgeState } from "../rules/edge-rule.ts";
import type { CutShort } from "../search/types.ts";

/** One host as its edges are made from it. */
export interface HostFacts {
  agent_id: string;
  hostname: string;
  os: string;
  addresses: string[];
  tags: Record<string, string>;
  criticality: Criticality;
  /** ISO; the oldest of what it rests on. */
  collectedAt: string;
  source: "live" | "cached";
  /** What the rules' statements gave, by rule id. */
  results: ReadonlyMap<string, StatementResult>;
}

/** One step of a way, in the estate's own terms. */
export interface Hop {
  rule: EdgeRule;
  from: ChainNode;
  to: ChainNode;
  state: EdgeState;
  /** What is assumed or needed, or what is in the way; null when the edge is proven. */
  why: string | null;
  /** The host that proves it. */
  agent_id: string;
  hostname: string;
  collectedAt: string;
  source: "live" | "cached";
  /** The rule's statement there, and the row of its answer that the edge is. */
  proof: { sql: string; columns: string[]; row: (string | number | null)[] };
}

/** A way from a start to an end, cheapest first among several. */
export interface Path {
  from: ChainNode;
  to: ChainNode;
  cost: number;
  hops: Hop[];
}

/** What is asked of the graph of one account. */
export interface PathRequest {
  question: PathQuestion;
  /** Only over these hosts; null: all. */
  agentIds: ReadonlySet<string> | null;
  /** Ways at most. */
  k: number;
  /** Moves on one way at most. */
  maxSteps: number;
  /** How long it may take, ms. */
  timeoutMs: number;
}

/** One repair, and what it takes away. */
export interface Fix {
  text: string;
  hops: Hop[];
}

/** How exposed one host is: who gets to root there. */
export interface Exposure {
  host: ChainNode;
  /** Of the cheapest way to root there; null when there is none. */
  cost: number | null;
  /** Accounts of other hosts that can. */
  accounts: number;
}

export interface PathOutcome {
  /** What the ends of the question came to, for the answer to name. */
  ends: { from: ResolvedEnd; to: ResolvedEnd };
  paths: Path[];
  /** Of `count` and `all`: how many there are, as far as they were counted: `mostCounted` at most. */
  count: number | null;
  /** Of `reach` and `inbound`: every node with the hops to (or from) it, cheapest first. */
  reached: { node: ChainNode; cost: number; hops: number }[] | null;
  /** Of `choke_point`: the smallest set of repairs that leaves no way. */
  fixes: Fix[] | null;
  /** Which ways these cut: only the proven ones, where there are any. */
  fixesFor: "proven" | "all";
  /** Of `what_if`: the ways with nothing taken out. */
  before: Path[] | null;
  /** Of `rank`. */
  ranking: Exposure[] | null;
  /** Names in `avoid` and `via` that nothing is called by. */
  unknownNames: string[];
  /** By agent id of hosts in scope: rows that are no edge, or were one too many. */
  dropped: Record<string, number>;
  /** The cheapest way that a restriction cuts, where no way was found. */
  nearest: Path | null;
  cutShort: CutShort | null;
}

export interface ResolvedEnd {
  end: PathEnd;
  /** How many nodes it stands for. */
  nodes: number;
  /** In words: "root on db-1", "hosts of critical policies". */
  text: string;
  /** Why it stands for none: no such host, nothing of that kind is known; null otherwise. */
  missing: string | null;
}

/** An estate as a run sees it, wherever it is kept. */
export interface EstatePort extends Omit<Estate, "search" | "hosts"> {
  /** When and how each host was last taken in, by agent id. */
  hosts(): ReadonlyMap<string, Pick<HostFacts, "collectedAt" | "source">>;
  /** Ends early, cut short, when nobody waits for it any more. */
  search(request: PathRequest, signal: AbortSignal): Promise<PathOutcome>;
}

/** What is known of the ways through one account's estate. */
export interface Estate {
  /** When and how each host was last taken in, by agent id. */
  hosts(): ReadonlyMap<string, Pick<HostFacts, "collectedAt" | "source">>;
  /** Takes in what a host says now, in place of what it said before. */
  replace(facts: HostFacts): void;
  remove(agentId: string): void;
  /** Never longer than its time: what was found by then, and that it was cut short. */
  search(request: PathRequest): PathOutcome;
}
