import { growArray } from "../graph/grow-array.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { createPortClasses } from "./port-classes.ts";

/**
 * What keeps others from an edge, by a number that is looked up once an edge: edges that are asked
 * for one after the other have gates that lie side by side.
 */
export interface AccessGuards {
  /** -1: it has no guard. */
  of(edge: number): number;
  /** The slot of the host whose port it is. */
  host(gate: number): number;
  guard(gate: number): number;
  /** -1: no port has to be reached. */
  port(gate: number): number;
  /** -1: there is none, or nothing is known of the host. */
  portClass(gate: number): number;
  /** The guard again where it has patterns for who comes; -1: it takes everybody. */
  patterns(gate: number): number;
  /** The same for gates that let in the same. */
  classOf(gate: number): number;
}

const [atHost, atGuard, atPort, atDoor, atPatterns] = [0, 1, 2, 3, 4];
const width = 5;
const maxGuards = 2 ** 24;

type AccessGuardTerms = Pick<EstateGraph, "graph" | "guards" | "index" | "hostAt" | "hostOfPort">;

export function createAccessGuards({
  graph,
  guards,
  index,
  hostAt,
  hostOfPort,
}: AccessGuardTerms): AccessGuards {
  const doors = createPortClasses({ index, hostAt });
  /** By edge: one more than its gate, 0 where it has none yet. */
  const known = new Int32Array(graph.edges);
  let values = new Int32Array(0);
  let size = 0;

  function add(edge: number): number {
    const [slot, guard] = [hostOfPort(edge), graph.guard(edge)];
    const { port, patterns } = guards.get(guard);
    const isKnown = hostAt(slot) !== undefined;
    values = growArray(values, size * width + width);
    values[size * width + atHost] = slot;
    values[size * width + atGuard] = guard;
    values[size * width + atPort] = port ?? -1;
    values[size * width + atDoor] = isKnown && port !== null ? doors.classOf(slot, port) : -1;
    values[size * width + atPatterns] = isKnown && patterns.lists.length > 0 ? guard : -1;
    return size++;
  }

  const portClass = (gate: number) => values[gate * width + atDoor]!;
  const patterns = (gate: number) => values[gate * width + atPatterns]!;

  return {
    of(edge) {
      if (graph.guard(edge) < 0) return -1;
      if (known[edge] === 0) known[edge] = add(edge) + 1;
      return known[edge]! - 1;
    },
    host: (gate) => values[gate * width + atHost]!,
    port: (gate) => values[gate * width + atPort]!,
    guard: (gate) => values[gate * width + atGuard]!,
    portClass,
    patterns,
    classOf: (gate) => (gate < 0 ? -1 : (portClass(gate) + 1) * maxGuards + patterns(gate) + 1),
  };
}
