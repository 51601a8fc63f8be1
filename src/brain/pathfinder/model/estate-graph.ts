import { isLoopbackIp } from "../addresses/special-ranges.ts";
import { growArray } from "../graph/grow-array.ts";
import { createMultigraph, type Multigraph } from "../graph/multigraph.ts";
import type { EdgeRule } from "../rules/edge-rule.ts";
import type { NodeType } from "../rules/nodes.ts";
import { reachesRule } from "../rules/reaches-rules.ts";
import { type ChangeLog, createChangeLog, type HostChange } from "./change-log.ts";
import { type Connections, createConnections } from "./connections.ts";
import { createGuardTable, type GuardTable, noGuard } from "./guard-table.ts";
import { type EdgeDraft, edgesOfHost } from "./host-edges.ts";
import { createHostIndex, type HostIndex } from "./host-index.ts";
import { type HostRecord, hasSameEdges, hostRecord, type RemoteEdge } from "./host-record.ts";
import { createNodeTable, type NodeTable } from "./node-table.ts";
import { createRemoteEdges } from "./remote-edges.ts";
import { createColumnInterner } from "./stored-answer.ts";
import type { HostFacts } from "./types.ts";

/** The graph of one account's fleet, and the meaning of its numbers. */
export interface EstateGraph {
  graph: Multigraph;
  nodes: NodeTable;
  guards: GuardTable;
  /** By the rule number of edges; the last one is the rule of network edges. */
  rules: EdgeRule[];
  index: HostIndex;
  connections: Connections;
  /** By agent id. */
  hosts: ReadonlyMap<string, HostRecord>;
  /** By slot; undefined for an unused slot. */
  hostAt(slot: number): HostRecord | undefined;
  /** The node of every source outside the estate. */
  internet: number;
  /** The number of edges that are used over the network. */
  readonly exposedCount: number;
  /** The slot of the host whose port it is: for an edge to another host, that host. */
  hostOfPort(edge: number): number;
  /** The changes of hosts' edges. */
  changes: ChangeLog;
  /** The number shared by all edges that the same repair removes. */
  fixOf(edge: number): number;
  replace(facts: HostFacts): void;
  remove(agentId: string): void;
}

type Touched = Pick<HostChange, "edges" | "nodes" | "connected">;

/** Types whose nodes are the same on every host. */
const everywhere: ReadonlySet<NodeType> = new Set([
  "key",
  "authority",
  "credential",
  "network",
  "internet",
]);
const isThisHost = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i;
const network = { type: "network", name: "any", host: -1 } as const;

export function createEstateGraph(edgeRules: EdgeRule[]): EstateGraph {
  const graph = createMultigraph();
  const nodes = createNodeTable(graph);
  const guards = createGuardTable();
  const index = createHostIndex();
  const remotes = createRemoteEdges();
  const share = createColumnInterner();
  const rules = [...edgeRules, reachesRule];
  const ruleNumbers = new Map(rules.map((rule, at) => [rule, at]));
  const hosts = new Map<string, HostRecord>();
  const slots: (HostRecord | undefined)[] = [];
  const freeSlots: number[] = [];
  const internet = nodes.retain({ type: "internet", name: "", host: -1 });
  let fixes = new Int32Array(0);
  const changes = createChangeLog();
  let touched: Touched = { edges: [], nodes: [], connected: [] };
  let exposedCount = 0;

  const hostAt = (slot: number) => slots[slot];
  const connections = createConnections({ ...index, hostAt });
  function hostOfPort(edge: number): number {
    const target = nodes.host(graph.to(edge));
    return target >= 0 ? target : graph.owner(edge);
  }

  const nodeIn = (type: NodeType, name: string, slot: number) =>
    nodes.retain({ type, name, host: everywhere.has(type) ? -1 : slot });

  function addEdge(owner: HostRecord, draft: EdgeDraft, target: number): number {
    const { rule, row, from, to, state, guard } = draft;
    const edge = graph.addEdge({
      from: nodeIn(rule.from, from, owner.slot),
      to: nodeIn(rule.to, to, target),
      cost: rule.cost,
      owner: owner.slot,
      state,
      rule: ruleNumbers.get(rule)!,
      row,
      guard: guards.retain(guard),
    });
    fixes = growArray(fixes, edge);
    fixes[edge] = edge;
    touch(edge);
    return edge;
  }

  function touch(edge: number): void {
    touched.edges.push(edge);
    touched.nodes.push(graph.from(edge), graph.to(edge));
  }

  function removeEdge(edge: number): void {
    touch(edge);
    nodes.release(graph.from(edge));
    nodes.release(graph.to(edge));
    guards.release(graph.guard(edge));
    graph.removeEdge(edge);
  }

  function addOwnEdges(owner: HostRecord, drafts: EdgeDraft[]): void {
    const shared = new Map<string, number>();
    for (const draft of drafts) {
      if (draft.toHost !== "" && !isThisHost.test(draft.toHost)) {
        owner.remote.push({ owner, draft, edge: -1 });
        continue;
      }
      const edge = addEdge(owner, draft, owner.slot);
      if (draft.fix !== "") {
        const key = `${draft.rule.id} ${draft.fix}`;
        fixes[edge] = shared.get(key) ?? edge;
        shared.set(key, fixes[edge]!);
      }
      if (isUsedOverNetwork(draft)) owner.exposedEdges.push(edge);
    }
  }

  /** Every port that other hosts can reach is a service, even if no rule has an edge for it. */
  function addServices(owner: HostRecord): void {
    for (const [port, sockets] of owner.network.listeners ?? []) {
      const socket = sockets.find(({ ip }) => !isLoopbackIp(ip));
      if (!socket) continue;
      const draft: EdgeDraft = {
        rule: reachesRule,
        row: socket.row,
        from: network.name,
        to: `${port}/tcp`,
        toHost: "",
        state: "proven",
        guard: { ...noGuard, port },
        fix: "",
      };
      owner.serviceEdges.push(addEdge(owner, draft, owner.slot));
    }
  }

  function addAccounts(owner: HostRecord, drafts: EdgeDraft[]): void {
    const names = new Set(owner.logins ?? []);
    // Every Unix host has a root account, known or not.
    if (owner.os !== "windows") names.add("root");
    for (const { rule, from, to, toHost } of drafts) {
      if (rule.from === "user") names.add(from);
      if (rule.to === "user" && toHost === "") names.add(to);
    }
    const relays = drafts.filter(({ rule, toHost }) => rule.to === "relay" && toHost === "");
    owner.accounts = [...names].map((name) => nodeIn("user", name, owner.slot));
    owner.relays = [...new Set(relays.map(({ to }) => to))].map((name) =>
      nodeIn("relay", name, owner.slot),
    );
    owner.heldNodes.push(...owner.accounts, ...owner.relays);
    touched.nodes.push(...owner.accounts, ...owner.relays);
  }

  function settle(remote: RemoteEdge): void {
    const target = index.find(remote.draft.toHost);
    const before = remote.edge < 0 ? -1 : nodes.host(graph.to(remote.edge));
    if (before === target) {
      if (before >= 0) touch(remote.edge);
      return;
    }
    if (before >= 0) removeEdge(remote.edge);
    remote.edge = target < 0 ? -1 : addEdge(remote.owner, remote.draft, target);
  }

  function removeHost(record: HostRecord): void {
    const { slot } = record;
    exposedCount -= countExposed(record);
    for (let edge = graph.firstOf(slot); edge >= 0; edge = graph.firstOf(slot)) removeEdge(edge);
    for (const node of record.heldNodes) nodes.release(node);
    for (const remote of record.remote) remotes.remove(remote);
    touched.connected.push(...connections.forget(record));
    index.remove(record);
    hosts.delete(record.agent_id);
    slots[slot] = undefined;
  }

  /** Applies a change and logs what it touched. */
  function change(slot: number, records: readonly HostRecord[], apply: () => void): void {
    const networks = records.map(({ network }) => network);
    const subnets = networks.flatMap((one) => one.addresses.flatMap(({ subnet }) => subnet ?? []));
    const unique = () => subnets.map(index.isUniqueSubnet).join(" ");
    const uniqueBefore = unique();
    touched = { edges: [], nodes: [], connected: [slot] };
    apply();
    changes.add({ slot, ...touched, changesSubnets: unique() !== uniqueBefore });
  }

  return {
    graph,
    nodes,
    guards,
    rules,
    index,
    connections,
    hosts,
    changes,
    internet,
    hostAt,
    hostOfPort,
    get exposedCount() {
      return exposedCount;
    },
    fixOf: (edge) => fixes[edge]!,
    replace(facts) {
      const before = hosts.get(facts.agent_id);
      const slot = before?.slot ?? freeSlots.pop() ?? slots.length;
      const ruleIds = edgeRules.map(({ id }) => id);
      const record = hostRecord(facts, { slot, ruleIds, share });
      const { drafts, dropped } = edgesOfHost(edgeRules, facts.results);
      record.dropped = dropped;
      if (before && hasSameEdges(before, record)) {
        const { collectedAt, source, tags, criticality, network, answers } = record;
        Object.assign(before, { collectedAt, source, tags, criticality, network, answers });
        return;
      }
      const both = [record, ...(before ? [before] : [])];
      change(slot, both, () => {
        if (before) removeHost(before);
        hosts.set(record.agent_id, record);
        slots[slot] = record;
        index.add(record);
        touched.connected.push(...connections.forget(record));
        addOwnEdges(record, drafts);
        addServices(record);
        addAccounts(record, drafts);
        exposedCount += countExposed(record);
        for (const remote of record.remote) remotes.add(remote);
        const waiting = both.flatMap(remotes.waitingFor);
        for (const remote of new Set([...record.remote, ...waiting])) settle(remote);
      });
    },
    remove(agentId) {
      const record = hosts.get(agentId);
      if (!record) return;
      change(record.slot, [record], () => {
        removeHost(record);
        for (const remote of remotes.waitingFor(record)) settle(remote);
      });
      freeSlots.push(record.slot);
    },
  };
}

const countExposed = ({ exposedEdges, serviceEdges }: HostRecord) =>
  exposedEdges.length + serviceEdges.length;

function isUsedOverNetwork({ rule, guard }: EdgeDraft): boolean {
  return rule.from === "network" || (rule.from === "service" && guard.port !== null);
}
