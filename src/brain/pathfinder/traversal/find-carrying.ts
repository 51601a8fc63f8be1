import { atDecidedBy, atEdge, atEnd, sideWidth } from "../graph/edge-pairs.ts";
import type { WalkGraph } from "../graph/walk-graph.ts";
import { createMeter } from "../search/meter.ts";
import type { Budget, CutShort, FoundPath } from "../search/types.ts";
import { createAdmittance } from "./admittance.ts";
import { usesNetwork } from "./exposures.ts";
import { createLimitedRelays, isLimited } from "./limited-relays.ts";
import { isValidFrom } from "./positions.ts";
import { createStepsLeft, type StepsLeft } from "./steps-left.ts";
import { type CarryTerms, carriedCost } from "./steps-to-carry.ts";

export interface CarryingRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** Steps of one path at most, with those to what is carried. */
  maxSteps: number;
  budget: Budget;
}

export interface CarryingFound {
  /** A path with few steps; null: none was found. */
  path: FoundPath | null;
  /** The way to the account that reads what a step carries, given the step's edge into it. */
  wayTo(through: number): FoundPath;
  cutShort: CutShort | null;
}

/** Nodes that are followed wherever they are. */
const maxFree = 3_000;

interface Step {
  node: number;
  before: number;
  cost: number;
  edge: number;
  through: number;
}

/**
 * Finds a path along which everything that can be read is carried, from where it was read to where
 * it is used. Nodes are reached in the order of their steps, those to what is carried included, and
 * each once: a path may be missed if it has few steps only because its parts share some. Where there
 * are many nodes, only those are followed from which an end may be within the steps left, whatever
 * is held: hosts far from the ends are not held to use something there.
 * `plain` has all steps but those through what can be read, and leads to what can be read.
 */
export function findCarrying(
  terms: CarryTerms,
  plain: WalkGraph,
  { starts, ends, maxSteps, budget }: CarryingRequest,
): CarryingFound {
  const { estate, isTransit, traversal } = terms;
  const { graph, nodes } = estate;
  const admittance = createAdmittance(terms);
  const meter = createMeter(budget);
  const isPassed = (node: number) =>
    node >= plain.firstVirtual || (isTransit(node) && !isEnd.has(node));
  const isEnd = new Set(ends);
  let left: StepsLeft = () => 0;
  let expanded = 0;
  /** By node: its steps plus one, 0 if it isn't reached; the node before, and the edges from there. */
  const reached = new Uint8Array(plain.nodes);
  const before = new Int32Array(plain.nodes).fill(-1);
  const edges = new Int32Array(plain.nodes).fill(-1);
  const throughs = new Int32Array(plain.nodes).fill(-1);
  const costs = new Int32Array(plain.nodes);
  const isExpanded = new Uint8Array(plain.nodes);
  /** By node: the number of the count that it was in last. */
  const counted = new Int32Array(plain.nodes);
  let counts = 0;
  /** By number of steps. */
  const queues: number[][] = Array.from({ length: maxSteps + 1 }, () => []);
  const isRead = new Uint8Array(graph.nodes);
  /** The account held first on a host, by slot. */
  const accounts = new Map<number, number>();
  const limited = createLimitedRelays(terms);
  /** The limited relays that are held, and what was read by then. */
  const held = { relays: [] as number[], reads: [] as number[] };
  /** The steps to the node being expanded. */
  let steps = 0;

  function reach(next: Step, after: number): void {
    if (after + left(next.node) > maxSteps) return;
    if (reached[next.node]! > 0 && reached[next.node]! <= after + 1) return;
    reached[next.node] = after + 1;
    before[next.node] = next.before;
    edges[next.node] = next.edge;
    throughs[next.node] = next.through;
    costs[next.node] = next.cost + (next.before < 0 ? 0 : costs[next.before]!);
    queues[after]!.push(next.node);
  }

  /** The nodes on the way to a node and on the ways to what is carried, without those counted. */
  function countNew(node: number): number {
    let found = 0;
    for (let at = node; at >= 0 && counted[at] !== counts; at = before[at]!) {
      counted[at] = counts;
      if (at < plain.firstVirtual) found++;
      const through = throughs[at]!;
      if (through >= 0 && graph.from(through) !== before[at])
        found += countNew(graph.from(through));
    }
    return found;
  }

  /** The start is counted in place of the step that follows. */
  function stepsWith(reader: number, user: number): number {
    counts++;
    return countNew(reader) + countNew(user);
  }

  const isUsable = (user: number, through: number, edge: number) =>
    (usesNetwork(estate, user) || (isLimited(estate, user) && limited.permits(user, edge))) &&
    traversal.reachCost(nodes.host(user), edge) >= 0 &&
    isValidFrom(estate, through, nodes.host(user));

  /** The account that uses what was read: its reader, one on the way there, or any on `slot`. */
  function userOf(through: number, edge: number, slot: number): number | null {
    const reader = graph.from(through);
    if (isUsable(reader, through, edge)) return reader;
    let host = nodes.host(reader);
    for (let at = before[reader]!; at >= 0; at = before[at]!) {
      if (at >= plain.firstVirtual || nodes.host(at) === host) continue;
      host = nodes.host(at);
      if (isUsable(at, through, edge)) return at;
    }
    return isValidFrom(estate, through, slot) ? accounts.get(slot)! : null;
  }

  /** Whether a use could be the shortest way to its account: it takes a step more than its reader. */
  function isShorter(reader: number, to: number): boolean {
    const least = reached[reader]!;
    return (reached[to] === 0 || reached[to]! > least + 1) && least + left(to) <= maxSteps;
  }

  /** Uses what was read from the host `slot`, or another one that is admitted; false: not valid there. */
  function use(through: number, edge: number, slot: number): boolean {
    const [to, reader] = [graph.to(edge), graph.from(through)];
    const cost = isShorter(reader, to) ? carriedCost(terms, through, edge) : -1;
    if (cost < 0) return true;
    const user = userOf(through, edge, slot);
    if (user === null) return false;
    stepAs(user, { through, edge, cost });
    return true;
  }

  function stepAs(user: number, { through, edge, cost }: Omit<Step, "node" | "before">): void {
    const [to, reader] = [graph.to(edge), graph.from(through)];
    const after = user === reader ? reached[reader]! : stepsWith(reader, user);
    reach({ node: to, before: user, cost, edge, through }, after);
  }

  /** Uses what was read through a limited relay that is held. */
  function stepOver(relay: number, through: number, edge: number): void {
    const cost = isShorter(graph.from(through), graph.to(edge))
      ? carriedCost(terms, through, edge)
      : -1;
    if (cost >= 0 && isUsable(relay, through, edge)) stepAs(relay, { through, edge, cost });
  }

  function holdRelay(relay: number): void {
    held.relays.push(relay);
    for (const through of held.reads) {
      const uses = traversal.usesOf(graph.to(through));
      for (let at = 0; at < uses.length; at += sideWidth)
        stepOver(relay, through, uses[at + atEdge]!);
    }
  }

  /** A key is read once; of certificates each may be for somebody else. */
  function read(through: number): void {
    const transit = graph.to(through);
    const guard = graph.guard(through);
    const isCertificate = guard >= 0 && estate.guards.get(guard).names !== null;
    if (isRead[transit] === 1 && !isCertificate) return;
    isRead[transit] = 1;
    if (limited.all.length > 0) held.reads.push(through);
    const uses = traversal.usesOf(transit);
    for (let at = 0; at < uses.length; at += sideWidth) {
      if (!isShorter(graph.from(through), uses[at + atEnd]!)) continue;
      const [edge, access] = [uses[at + atEdge]!, uses[at + atDecidedBy]!];
      for (const relay of held.relays) stepOver(relay, through, edge);
      const slot = admittance.admitted(access, edge);
      if (slot === null || !use(through, edge, slot)) admittance.wait(through, edge, access);
    }
  }

  function expand(node: number): void {
    isExpanded[node] = 1;
    if (++expanded === maxFree)
      left = createStepsLeft({ graph: plain, ends, maxSteps, isPassed, meter });
    if (usesNetwork(estate, node)) {
      const slot = nodes.host(node);
      if (!accounts.has(slot)) accounts.set(slot, node);
      admittance.hold(slot);
    } else if (isLimited(estate, node)) holdRelay(node);
    plain.outgoing(
      node,
      (to, cost, edge) => {
        const isVirtual = to >= plain.firstVirtual;
        if (isPassed(to) && !isVirtual) read(edge);
        else
          reach({ node: to, before: node, cost, edge, through: -1 }, isVirtual ? steps : steps + 1);
      },
      (to) => reached[to] === 0 || reached[to]! > steps + 1,
    );
  }

  function pathTo(node: number): FoundPath {
    const path: FoundPath["steps"] = [];
    let at = node;
    for (; before[at]! >= 0; at = before[at]!)
      path.push({ node: at, edge: edges[at]!, through: throughs[at]! });
    return { start: at, cost: costs[node]!, steps: path.reverse() };
  }

  function search(): FoundPath | null {
    for (const node of starts) reach({ node, before: -1, cost: 0, edge: -1, through: -1 }, 0);
    for (steps = 0; steps <= maxSteps; steps++) {
      // Virtual nodes are added to the same queue while it is read.
      for (const node of queues[steps]!) {
        if (isExpanded[node] === 1) continue;
        if (isEnd.has(node)) return pathTo(node);
        if (!meter.spend(1)) return null;
        expand(node);
      }
      admittance.takeAdmitted({
        visit: use,
        isWorth: (through, edge) => isShorter(graph.from(through), graph.to(edge)),
      });
    }
    return null;
  }

  const path = search();
  return { path, wayTo: (through) => pathTo(graph.from(through)), cutShort: meter.cutShort };
}
