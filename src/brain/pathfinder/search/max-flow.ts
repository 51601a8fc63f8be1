import { type FlowNetwork, unlimited } from "./flow-network.ts";
import type { Meter } from "./meter.ts";

interface Ends {
  source: number;
  sink: number;
}

/**
 * Maximises the flow with Dinic's algorithm, its levels counted from the sink because there are far
 * fewer ends than starts. Returns false when the budget ran out.
 */
export function maximizeFlow(network: FlowNetwork, ends: Ends, meter: Meter): boolean {
  for (;;) {
    const levels = levelsTo(network, ends, meter);
    if (meter.cutShort) return false;
    if (levels[ends.source]! < 0) return true;
    if (!sendAlong(network, { ...ends, levels }, meter)) return false;
  }
}

/**
 * The number of arcs with remaining capacity from each node to the sink; -1: farther than the
 * source, or unreachable.
 */
function levelsTo(network: FlowNetwork, { source, sink }: Ends, meter: Meter): Int32Array {
  const levels = new Int32Array(network.nodes).fill(-1);
  const queue = [sink];
  levels[sink] = 0;
  for (let at = 0; at < queue.length && levels[source]! < 0; at++) {
    const node = queue[at]!;
    let examined = 0;
    for (let arc = network.first(node); arc >= 0; arc = network.next(arc)) {
      examined++;
      const before = network.to(arc);
      if (levels[before]! >= 0 || network.left(arc ^ 1) === 0) continue;
      levels[before] = levels[node]! + 1;
      queue.push(before);
    }
    if (!meter.spend(examined)) break;
  }
  return levels;
}

/** Sends flow down the levels; an arc found useless isn't tried again. */
function sendAlong(
  network: FlowNetwork,
  { source, sink, levels }: Ends & { levels: Int32Array },
  meter: Meter,
): boolean {
  const current = new Int32Array(network.nodes);
  for (let node = 0; node < network.nodes; node++) current[node] = network.first(node);
  const path: number[] = [];
  let examined = 0;

  function goOn(node: number): boolean {
    for (let arc = current[node]!; arc >= 0; arc = network.next(arc)) {
      examined++;
      current[node] = arc;
      const to = network.to(arc);
      if (network.left(arc) === 0 || levels[to] !== levels[node]! - 1) continue;
      path.push(arc);
      return true;
    }
    current[node] = -1;
    return false;
  }

  for (;;) {
    const node = path.length > 0 ? network.to(path.at(-1)!) : source;
    if (node === sink) send(network, path);
    else if (!goOn(node)) {
      const wasted = path.pop();
      if (wasted === undefined) return true;
      const before = network.to(wasted ^ 1);
      current[before] = network.next(wasted);
    }
    if (examined > 1_000) {
      if (!meter.spend(examined)) return false;
      examined = 0;
    }
  }
}

/** Sends as much as the path can carry, then shortens the path to its first full arc. */
function send(network: FlowNetwork, path: number[]): void {
  let flow = unlimited;
  for (const arc of path) flow = Math.min(flow, network.left(arc));
  for (const arc of path) network.send(arc, flow);
  path.length = path.findIndex((arc) => network.left(arc) === 0);
}

/** The nodes from which `open` arcs lead to the sink. */
export function nodesLeadingTo(
  network: FlowNetwork,
  sink: number,
  open: (arc: number) => boolean,
): Uint8Array {
  const leading = new Uint8Array(network.nodes);
  const queue = [sink];
  leading[sink] = 1;
  for (const node of queue) {
    for (let arc = network.first(node); arc >= 0; arc = network.next(arc)) {
      const before = network.to(arc);
      if (leading[before] === 1 || !open(arc ^ 1)) continue;
      leading[before] = 1;
      queue.push(before);
    }
  }
  return leading;
}
