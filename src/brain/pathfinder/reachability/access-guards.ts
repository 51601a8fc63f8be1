import type { ClientPatterns } from "../../../core/client-patterns.ts";
import { growArray } from "../graph/grow-array.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { DepartureClasses } from "./departure-classes.ts";
import { createPortClasses } from "./port-classes.ts";
import type { SourceClasses } from "./source-classes.ts";

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
  /** The number of its client patterns; -1: it admits every client. */
  patterns(access: number): number;
  /** Whether its client patterns, or its host's firewall, distinguish sources of one class. */
  isSelective(access: number): boolean;
  /** Whether the firewall of its host does. */
  hasSelectiveHost(access: number): boolean;
  /** Client patterns by number. */
  patternsAt(number: number): ClientPatterns;
  /** Equal for access guards that admit the same sources; -1: no guard. */
  classOf(access: number): number;
  /** To be called when a host has changed, with the edges that its ports, or its own rights, are. */
  forget(slot: number, edges: readonly number[]): void;
}

const [atHost, atGuard, atPort, atPortClass, atPatterns, atClass] = [0, 1, 2, 3, 4, 5];
const atSelectiveHost = 6;
const width = 7;
const maxPatterns = 2 ** 24;

type AccessGuardTerms = Pick<EstateGraph, "graph" | "guards" | "index" | "hostAt" | "hostOfPort"> &
  Pick<DepartureClasses, "destinationKey"> &
  Pick<SourceClasses, "splitsAt" | "areWholeFor">;

export function createAccessGuards({
  graph,
  guards,
  index,
  hostAt,
  hostOfPort,
  destinationKey,
  splitsAt,
  areWholeFor,
}: AccessGuardTerms): AccessGuards {
  const portClasses = createPortClasses({ index, hostAt, destinationKey });
  /** By port class and patterns. */
  const classNumbers = new Map<number, number>();
  const patternNumbers = new Map<string, number>();
  /** By slot: whether the host's firewall distinguishes sources of one class. */
  const selectiveHosts: (boolean | undefined)[] = [];
  const allPatterns: { patterns: ClientPatterns; isSelective: boolean }[] = [];
  /** By edge: its access guard plus one; 0: not looked up yet. */
  let known = new Int32Array(graph.edges);
  let values = new Int32Array(0);
  let size = 0;

  function numberOf(admits: string, patterns: ClientPatterns): number {
    const before = patternNumbers.get(admits);
    if (before !== undefined) return before;
    const isSelective = patterns.lists
      .flat()
      .some(({ block }) => block === null || !splitsAt(block));
    const number = allPatterns.push({ patterns, isSelective }) - 1;
    patternNumbers.set(admits, number);
    return number;
  }

  function classOf(portClass: number, patterns: number): number {
    const key = (portClass + 1) * maxPatterns + patterns + 1;
    const number = classNumbers.get(key) ?? classNumbers.size;
    classNumbers.set(key, number);
    return number;
  }

  function isSelectiveHost(slot: number): boolean {
    const host = hostAt(slot);
    selectiveHosts[slot] ??= host !== undefined && !areWholeFor(host);
    return selectiveHosts[slot];
  }

  function add(edge: number): number {
    const [slot, guard] = [hostOfPort(edge), graph.guard(edge)];
    const { port, patterns, admits } = guards.get(guard);
    const isKnown = hostAt(slot) !== undefined;
    const portClass = isKnown && port !== null ? portClasses.classOf(slot, port) : -1;
    const pattern = isKnown && patterns.lists.length > 0 ? numberOf(admits, patterns) : -1;
    const at = size * width;
    values = growArray(values, at + width);
    values[at + atHost] = slot;
    values[at + atGuard] = guard;
    values[at + atPort] = port ?? -1;
    values[at + atPortClass] = portClass;
    values[at + atPatterns] = pattern;
    values[at + atClass] = classOf(portClass, pattern);
    values[at + atSelectiveHost] = +(portClass >= 0 && isSelectiveHost(slot));
    return size++;
  }

  const portClass = (access: number) => values[access * width + atPortClass]!;
  const patterns = (access: number) => values[access * width + atPatterns]!;

  const hasSelectiveHost = (access: number) => values[access * width + atSelectiveHost] === 1;

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
    isSelective(access) {
      const number = patterns(access);
      return hasSelectiveHost(access) || (number >= 0 && allPatterns[number]!.isSelective);
    },
    hasSelectiveHost,
    patternsAt: (number) => allPatterns[number]!.patterns,
    classOf: (access) => (access < 0 ? -1 : values[access * width + atClass]!),
    forget(slot, edges) {
      portClasses.forget(slot);
      selectiveHosts[slot] = undefined;
      for (const edge of edges) {
        known = growArray(known, edge);
        known[edge] = 0;
      }
    },
  };
}
