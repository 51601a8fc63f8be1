import type { StatementResult } from "../../../contract/plan.ts";
import type { PathEnd, PathQuestion } from "../../../contract/reading.ts";
import type { ChainNode } from "../../../contract/summary.ts";
import type { Criticality } from "../../../contract/tag-policy.ts";
import type { EdgeRule, HopState } from "../rules/edge-rule.ts";
import type { CutShort } from "../search/types.ts";

/** The facts that one host's edges are made from. */
export interface HostFacts {
  agent_id: string;
  hostname: string;
  os: string;
  addresses: string[];
  tags: Record<string, string>;
  criticality: Criticality;
  /** ISO; when the oldest of the facts was collected. */
  collectedAt: string;
  source: "live" | "cached";
  /** Statement results by rule id. */
  results: ReadonlyMap<string, StatementResult>;
}

/** One hop of a path, with its proof. */
export interface Hop {
  rule: EdgeRule;
  from: ChainNode;
  to: ChainNode;
  state: HopState;
  /** The assumption, condition or obstacle; null if the edge is proven. */
  why: string | null;
  /** The host whose facts prove it. */
  agent_id: string;
  hostname: string;
  collectedAt: string;
  source: "live" | "cached";
  /** The rule's statement on that host, and the row of its answer that shows the edge. */
  proof: { sql: string; columns: string[]; row: (string | number | null)[] };
}

/** A path from a start to an end; several are ordered by cost. */
export interface Path {
  from: ChainNode;
  to: ChainNode;
  cost: number;
  hops: Hop[];
}

/** One search of an account's estate. */
export interface PathRequest {
  question: PathQuestion;
  /** The hosts that paths may use; null: all. */
  agentIds: ReadonlySet<string> | null;
  /** Paths returned at most. */
  k: number;
  /** Steps of one path at most. */
  maxSteps: number;
  /** Time limit in ms. */
  timeoutMs: number;
}

/** One repair and the hops it removes. */
export interface Fix {
  text: string;
  hops: Hop[];
}

/** How exposed one host is: who can get root there. */
export interface Exposure {
  host: ChainNode;
  /** Cost of the cheapest path to root there; null: there is none. */
  cost: number | null;
  /** The number of accounts on other hosts that can get there. */
  accounts: number;
}

export interface PathOutcome {
  /** The resolved ends of the question. */
  ends: { from: ResolvedEnd; to: ResolvedEnd };
  paths: Path[];
  /** For `count` and `all`: the number of paths, counted up to `maxCountedPaths`. */
  count: number | null;
  /** For `reach` and `inbound`: every node with the hops to (or from) it, cheapest first. */
  reached: { node: ChainNode; cost: number; hops: number }[] | null;
  /** For `choke_point`: the smallest set of repairs that leaves no path. */
  fixes: Fix[] | null;
  /** The paths that the fixes cut: only the proven ones, if there are any. */
  fixesFor: "proven" | "all";
  /** For `what_if`: the paths without the change. */
  before: Path[] | null;
  /** For `rank`. */
  ranking: Exposure[] | null;
  /** Names in `avoid` and `via` that match nothing. */
  unknownNames: string[];
  /** By agent id of hosts in scope: rows that were invalid or exceeded the limit. */
  dropped: Record<string, number>;
  /**
   * The cheapest path that a restriction blocks, if none was found; that one restriction keeps from
   * being proven, if none is.
   */
  nearest: Path | null;
  cutShort: CutShort | null;
}

/** A search for every path to root. */
export interface RootPathsRequest {
  /** The hosts whose root is meant, and that paths may use. */
  agentIds: ReadonlySet<string>;
  /** Paths returned at most. */
  limit: number;
  maxSteps: number;
  timeoutMs: number;
}

/** A path to root of one host. */
export interface RootPath {
  path: Path;
  /** The host whose root it reaches. */
  agent_id: string;
  /** Its last step: several if more than one row of facts makes it possible. */
  lastHops: Hop[];
}

export interface RootPaths {
  /** Cheapest first. */
  paths: RootPath[];
  /** The number of paths by agent id, including those not returned. */
  counts: Record<string, number>;
  cutShort: CutShort | null;
}

export interface ResolvedEnd {
  end: PathEnd;
  /** The number of nodes it stands for. */
  nodes: number;
  /** For the answer: "root on db-1", "root on hosts of critical policies". */
  text: string;
  /** Why it stands for no node (no such host, nothing of that kind is known); null otherwise. */
  missing: string | null;
}

/** An estate as a run uses it, in this thread or another. */
export interface EstatePort extends Pick<Estate, "replace" | "remove"> {
  /** By agent id: when and from what source each host was last ingested. */
  hosts(): ReadonlyMap<string, Pick<HostFacts, "collectedAt" | "source">>;
  /** Ends early, cut short, when `signal` aborts. */
  search(request: PathRequest, signal: AbortSignal): Promise<PathOutcome>;
  findRootPaths(request: RootPathsRequest, signal: AbortSignal): Promise<RootPaths>;
}

/** The graph of one account's fleet, ready to search. */
export interface Estate {
  /** By agent id: when and from what source each host was last ingested. */
  hosts(): ReadonlyMap<string, Pick<HostFacts, "collectedAt" | "source">>;
  /** Replaces a host's edges by those of its latest facts. */
  replace(facts: HostFacts): void;
  remove(agentId: string): void;
  /** Returns within the time limit, with the best results so far. */
  search(request: PathRequest): PathOutcome;
  findRootPaths(request: RootPathsRequest): RootPaths;
  /** Derives for some time, in ms, what searches would derive; whether there is more. */
  deriveAhead(forMs: number): boolean;
}
