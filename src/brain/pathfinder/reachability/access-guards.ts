import { growArray } from "../graph/grow-array.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { DepartureStates } from "./departure-states.ts";
import { createPortClasses } from "./port-classes.ts";

/**
 * What restricts access to an edge, by a number that is looked up once per edge. Numbers follow the
 * order of use, so that guards read together are stored together.
 */
export interface AccessGuards {
  /** -1: the edge has no guard. */
  of(edge: number): number;
  /** The slot of the host whose port it is. */
  host(access: number): number;
  guard(access: number): number;
  /** -1: no port has to be reached. */
  port(access: number): number;
  /** -1: it has no port, or the host is unknown. */
  portClass(access: number): number;
  /** The guard's number if it has client patterns; -1: it admits every client. */
  patterns(access: number): number;
  /** Equal for access guards that admit the same sources. */
  classOf(access: number): number;
}

const [atHost, atGuard, atPort, atPortClass, atPatterns] = [0, 1, 2, 3, 4];
const width = 5;
const maxGuards = 2 ** 24;

type AccessGuardTerms = Pick<EstateGraph, "graph" | "guards" | "index" | "hostAt" | "hostOfPort"> &
  Pick<DepartureStates, "destinationKey">;

export function createAccessGuards({
  graph,
  guards,
  index,
  hostAt,
  hostOfPort,
  destinationKey,
}: AccessGuardTerms): AccessGuards {
  const portClasses = createPortClasses({ index, hostAt, destinationKey });
  /** By edge: its access guard plus one; 0: not looked up yet. */
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
    values[size * width + atPortClass] =
      isKnown && port !== null ? portClasses.classOf(slot, port) : -1;
    values[size * width + atPatterns] = isKnown && patterns.lists.length > 0 ? guard : -1;
    return size++;
  }

  const portClass = (access: number) => values[access * width + atPortClass]!;
  const patterns = (access: number) => values[access * width + atPatterns]!;

  return {
    of(edge) {
      if (graph.guard(edge) < 0) return -1;
      if (known[edge] === 0) known[edge] = add(edge) + 1;
      return known[edge]! - 1;
    },
    host: (access) => values[access * width + atHost]!,
    port: (access) => values[access * width + atPort]!,
    guard: (access) => values[access * width + atGuard]!,
    portClass,
    patterns,
    classOf: (access) =>
      access < 0 ? -1 : (portClass(access) + 1) * maxGuards + patterns(access) + 1,
  };
}
