import type { PathEnd } from "../../../contract/reading.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { isRootName } from "../model/host-record.ts";
import type { PathOutcome } from "../model/types.ts";
import { hostNode, type NodeType } from "../rules/nodes.ts";
import { type ReachedNodes, reachedFrom, reachedInto } from "./reached-nodes.ts";
import { createExplainedWalk, type ExplainedWalk, type SearchContext } from "./search-context.ts";

export type Reachable = Pick<PathOutcome, "reached" | "paths" | "cutShort">;

interface ReachableRequest {
  /** The nodes to start from, and the direction. */
  nodes: readonly number[];
  direction: "from" | "into";
  /** The open end of the question: which reached nodes it asks about. */
  open: PathEnd;
}

/** Node types that are listed; keys and networks are only passed through. */
const listed: ReadonlySet<NodeType> = new Set([
  "user",
  "service",
  "container",
  "credential",
  "internet",
]);

/** Lists what some nodes can reach, or who can reach them. */
export function listReachable(context: SearchContext, request: ReachableRequest): Reachable {
  const { estate, avoid } = context;
  const { nodes: centre, direction, open } = request;
  const walk = createExplainedWalk(context, {
    ends: centre,
    without: avoid,
    withServices: direction === "from" && open.kind !== "user" && open.kind !== "host",
  });
  const found = (direction === "from" ? reachedFrom : reachedInto)(context, walk, centre);
  const inside = new Set(centre);
  const reached = found.nodes.filter(
    (node) => node < estate.graph.nodes && !inside.has(node) && isAskedFor(estate, node, open),
  );
  const all = nodesOf(walk, reached, found);
  const { from, to } = context.request.question;
  const isAtHost = (direction === "from" ? from : to).kind === "host";
  const own = new Set(isAtHost ? centre.map(estate.nodes.host) : []);
  return {
    reached: open.kind === "host" ? hostsOf(estate, { all, reached, own }) : all,
    paths: chooseShown(context, reached, direction).flatMap((node) => found.pathOf(node) ?? []),
    cutShort: found.cutShort,
  };
}

function isAskedFor({ nodes }: EstateGraph, node: number, { kind }: PathEnd): boolean {
  const type = nodes.type(node);
  if (kind === "user" || kind === "host") return type === "user";
  return kind === "any" ? listed.has(type) : type === kind;
}

type Listed = NonNullable<PathOutcome["reached"]>;

function nodesOf(walk: ExplainedWalk, reached: number[], found: ReachedNodes): Listed {
  return reached.map((node) => ({
    node: walk.explain.node(node),
    cost: found.costOf(node),
    hops: found.stepsOf(node),
  }));
}

/** Each host once, by its account reached first, without the `own` ones that the question is about. */
function hostsOf(
  { nodes, hostAt }: EstateGraph,
  { all, reached, own }: { all: Listed; reached: number[]; own: ReadonlySet<number> },
): Listed {
  const seen = new Set(own);
  return all.flatMap((one, at) => {
    const host = hostAt(nodes.host(reached[at]!));
    if (!host || seen.has(host.slot)) return [];
    seen.add(host.slot);
    return [{ ...one, node: hostNode(host) }];
  });
}

/** The nodes whose paths are shown in full: root on other hosts first. */
function chooseShown(
  { estate, request }: SearchContext,
  reached: number[],
  direction: string,
): number[] {
  if (direction === "into") return reached.slice(0, request.k);
  const { nodes, hostAt } = estate;
  const isRoot = (node: number) => {
    const os = hostAt(nodes.host(node))?.os;
    return os !== undefined && nodes.type(node) === "user" && isRootName(nodes.name(node), os);
  };
  const roots = firstOf(reached, request.k, isRoot);
  const others = firstOf(reached, request.k - roots.length, (node) => !isRoot(node));
  return [...roots, ...others];
}

function firstOf(nodes: number[], count: number, is: (node: number) => boolean): number[] {
  const found: number[] = [];
  for (const node of nodes) {
    if (found.length >= count) break;
    if (is(node)) found.push(node);
  }
  return found;
}
