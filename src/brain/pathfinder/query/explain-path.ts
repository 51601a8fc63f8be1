import type { ChainNode } from "../../../contract/summary.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { HostRecord } from "../model/host-record.ts";
import type { Hop, Path } from "../model/types.ts";
import type { Reach } from "../reachability/reach.ts";
import type { EdgeRule, FactRule, HopState } from "../rules/edge-rule.ts";
import { nodeOf } from "../rules/nodes.ts";
import { reachesRule, reachesRuleFor } from "../rules/reaches-rules.ts";
import type { FoundPath } from "../search/types.ts";
import type { Traversal } from "../traversal/traversal.ts";
import type { Carried } from "./find-carried.ts";
import { createProofs } from "./proofs.ts";
import { type Move, unfoldPath } from "./unfold-path.ts";

export interface ExplainTerms {
  estate: EstateGraph;
  traversal: Traversal;
  facts: FactRule[];
}

/** Turns found paths, edges and nodes into named hops with proofs. */
export interface PathExplainer {
  /** `wayFor` is needed if the path has carried steps. */
  path(path: FoundPath, wayFor?: Carried["wayFor"]): Path;
  hop(edge: number): Hop;
  node(node: number): ChainNode;
}

type Known = { state: HopState; why: string | null };

/** If a path starts with one of these, its holder may be on any host. */
const transitTypes: ReadonlySet<string> = new Set(["key", "authority", "credential"]);
const order: HopState[] = ["refuted", "inferred", "conditional", "proven"];
const worse = (a: Known, b: Known) => (order.indexOf(a.state) <= order.indexOf(b.state) ? a : b);

export function createPathExplainer({ estate, traversal, facts }: ExplainTerms): PathExplainer {
  const { graph, nodes, rules, guards, hostAt } = estate;
  const proofOf = createProofs();
  const factById = new Map(facts.map((fact) => [fact.id, fact]));

  function nameOf(node: number): ChainNode {
    const host = hostAt(nodes.host(node));
    return nodes.describe(node, host ?? { agent_id: "", hostname: "" });
  }

  function provenBy({ agent_id, hostname, collectedAt, source }: HostRecord) {
    return { agent_id, hostname, collectedAt, source };
  }

  /** The hop of an edge; `more` is another state it depends on. */
  function hopOf(
    edge: number,
    { from, to, more }: { from: ChainNode; to: ChainNode; more?: Known | null },
  ): Hop {
    const rule = rules[graph.rule(edge)]!;
    const host = hostAt(graph.owner(edge))!;
    const proof = proofOf(host, rule, graph.row(edge));
    const why = proof.row[proof.columns.indexOf("why")];
    const graphState = graph.state(edge);
    const state = graphState === "absent" ? "refuted" : graphState;
    const own: Known = {
      state,
      why: state === "proven" || why === undefined ? null : String(why ?? "") || null,
    };
    const known = more ? worse(own, more) : own;
    return { rule, from, to, ...known, ...provenBy(host), proof };
  }

  /** The hop to the port that an edge lies behind. */
  function reachesHop(
    reach: Reach,
    ends: { from: ChainNode; to: ChainNode; source: number; at: number },
  ): Hop {
    const { from, to } = ends;
    const { proof, state, why } = reach;
    const host = hostAt(proof?.side === "from" ? ends.source : ends.at)!;
    const fact = factById.get(proof?.fact ?? "listeners");
    const row = fact && proof ? proofOf(host, fact, proof.row) : { sql: "", columns: [], row: [] };
    const rule: EdgeRule = reachesRuleFor(proof?.fact ?? null, reach.entry !== undefined);
    return { rule, from, to, state, why, ...provenBy(host), proof: row };
  }

  const portOf = (edge: number) =>
    graph.guard(edge) < 0 ? null : guards.get(graph.guard(edge)).port;

  function serviceOf(edge: number, port: number): ChainNode {
    const host = hostAt(nodes.host(graph.to(edge)))!;
    return nodeOf("service", `${port}/tcp`, host);
  }

  /** The hop to the port, then the hop of the edge behind it. */
  function overPort(
    edge: number,
    { from, to, source }: { from: ChainNode; to: ChainNode; source: number },
    more: Known | null,
  ): Hop[] {
    const reach = traversal.reachOf(source, edge);
    const port = portOf(edge);
    if (port === null) return [hopOf(edge, { from, to, more: more ? worse(more, reach) : reach })];
    const service = serviceOf(edge, port);
    const at = nodes.host(graph.to(edge));
    const first = reachesHop(reach, { from, to: service, source, at });
    if (rules[graph.rule(edge)] === reachesRule) return [first];
    return [first, hopOf(edge, { from: service, to, more })];
  }

  /** Something is read, then used on the host where it was read or, carried there, on another. */
  function hopsThrough({ before, node, edge, through }: Move): Hop[] {
    const [from, held, to] = [nameOf(graph.from(through)), nameOf(graph.to(through)), nameOf(node)];
    const gap = traversal.certificateProblem(through, edge);
    const used =
      graph.from(through) === before
        ? { from: held, to, source: graph.owner(through) }
        : { from: nameOf(before), to, source: nodes.host(before) };
    return [hopOf(through, { from, to: held }), ...overPort(edge, used, gap)];
  }

  function hopsOf(move: Move): Hop[] {
    const { before, node, edge, through } = move;
    if (through >= 0) return hopsThrough(move);
    const [from, to] = [nameOf(before), nameOf(node)];
    // A source on the network isn't the edge's own start.
    if (graph.from(edge) !== before)
      return overPort(edge, { from, to, source: nodes.host(before) }, null);
    if (transitTypes.has(nodes.type(before))) {
      const why = `the host that uses the ${nodes.type(before)} is not known`;
      return [hopOf(edge, { from, to, more: { state: "inferred", why } })];
    }
    const more = traversal.leadsToPort(edge) ? traversal.reachOf(graph.owner(edge), edge) : null;
    return [hopOf(edge, { from, to, more })];
  }

  return {
    node: nameOf,
    hop: (edge) => hopOf(edge, { from: nameOf(graph.from(edge)), to: nameOf(graph.to(edge)) }),
    path(path, wayFor) {
      const { moves, cost } = unfoldPath(path, { nodes: graph.nodes, wayFor });
      const to = nameOf(moves.at(-1)?.node ?? path.start);
      return { from: nameOf(path.start), to, cost, hops: moves.flatMap(hopsOf) };
    },
  };
}
