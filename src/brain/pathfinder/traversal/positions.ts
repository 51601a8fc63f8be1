import { checkAdmission, toClient } from "../../../core/client-patterns.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { SourceAddress } from "../model/host-network.ts";
import type { Reached } from "../search/find-reachable.ts";
import { usesNetwork } from "./exposures.ts";
import { createLimitedRelays } from "./limited-relays.ts";
import type { Traversal } from "./traversal.ts";

/** The cheapest account that was reached on a host. */
export interface Position {
  node: number;
  /** The host's slot; -1: the internet. */
  slot: number;
  cost: number;
}

/** A position and the cost of an edge's port from there. */
export interface Approach extends Position {
  pass: number;
}

export interface PositionTerms {
  estate: EstateGraph;
  traversal: Pick<Traversal, "reachStates" | "reachCost" | "reachOf" | "costOfCode">;
}

/** The position from which an edge is used at the lowest cost; null: from none. */
export type FindApproach = (through: number, edge: number) => Approach | null;

/** What can be used from the accounts in `reached`, each on its own host. */
export function createFindApproach(
  { estate, traversal }: PositionTerms,
  reached: Reached,
): FindApproach {
  const { reachStates, reachCost, costOfCode } = traversal;
  const { accessGuards, unobservedCodeOf, codeOfClass, admissionOf, admissionOfClass } =
    reachStates;
  const positions = positionsIn(estate, reached);
  const all = [...positions.values()];
  const { inClasses, unclassified } = cheapestByClass(all, reachStates);
  const limited = createLimitedRelays({ estate, traversal });
  const relays = limited.all
    .filter((node) => reached.has(node))
    .map((node) => ({ node, slot: estate.nodes.host(node), cost: reached.costOf(node) }))
    .sort((a, b) => a.cost - b.cost);
  /** By class of access guards: without what only concerns single pairs of hosts. */
  const known = new Map<number, Approach | null>();
  /** By client patterns: the positions that they admit, of single hosts where that matters. */
  const admitted = { selective: new Map<number, Admitted>(), usual: new Map<number, Admitted>() };
  /** By slot and port. */
  const connected = new Map<number, Map<number, readonly Position[]>>();

  function cheapest<From extends Position>(
    from: readonly From[],
    costOf: (position: From) => number,
  ): Approach | null {
    let best: Approach | null = null;
    for (const position of from) {
      if (best && position.cost >= best.cost + best.pass) break;
      const pass = costOf(position);
      if (pass >= 0 && (!best || position.cost + pass < best.cost + best.pass))
        best = { ...position, pass };
    }
    return best;
  }

  function usual(access: number): Approach | null {
    const accessClass = accessGuards.classOf(access);
    const before = known.get(accessClass);
    if (before !== undefined) return before;
    const byHost = ({ slot }: Position) => costOfCode(unobservedCodeOf(slot, access));
    const byClass = ({ sourceClass }: InClass) => costOfCode(codeOfClass(sourceClass, access));
    const from = admittedBy(access);
    const found = cheaper(cheapest(from.inClasses, byClass), cheapest(from.hosts, byHost));
    known.set(accessClass, found);
    return found;
  }

  function admittedBy(access: number): Admitted {
    const patterns = accessGuards.patterns(access);
    const kind = accessGuards.isSelective(access) ? "selective" : "usual";
    const before = admitted[kind].get(patterns);
    if (before) return before;
    const admits = (code: number) => costOfCode(code) >= 0;
    const found =
      kind === "selective"
        ? { hosts: all.filter(({ slot }) => admits(admissionOf(slot, access))), inClasses: [] }
        : {
            hosts: unclassified,
            inClasses: inClasses.filter((one) => admits(admissionOfClass(one.sourceClass, access))),
          };
    admitted[kind].set(patterns, found);
    return found;
  }

  /** The host of the port, and those that were seen to connect to it. */
  function special(access: number): readonly Position[] {
    const [slot, port] = [accessGuards.host(access), accessGuards.port(access)];
    const before = connected.get(slot)?.get(port);
    if (before) return before;
    const found = [slot, ...estate.connections.sourcesOf(slot, port)]
      .flatMap((one) => positions.get(one) ?? [])
      .sort((a, b) => a.cost - b.cost);
    connected.set(slot, (connected.get(slot) ?? new Map()).set(port, found));
    return found;
  }

  /** From the accounts, and the relays that connect to everywhere. */
  function ofHosts(through: number, edge: number): Approach | null {
    const access = accessGuards.of(edge);
    const passFrom = ({ slot }: Position) => reachCost(slot, edge);
    if (isBoundToAddresses(estate, through))
      return cheapest(all, (at) => (isValidFrom(estate, through, at.slot) ? passFrom(at) : -1));
    if (access < 0) return cheapest(all, passFrom);
    return cheaper(usual(access), cheapest(special(access), passFrom));
  }

  return (through, edge) => {
    const found = ofHosts(through, edge);
    if (relays.length === 0) return found;
    const isUsable = ({ node, slot }: Position) =>
      limited.permits(node, edge) && isValidFrom(estate, through, slot);
    return cheaper(
      found,
      cheapest(relays, (at) => (isUsable(at) ? reachCost(at.slot, edge) : -1)),
    );
  };
}

function cheaper(a: Approach | null, b: Approach | null): Approach | null {
  if (!a || !b) return a ?? b;
  return a.cost + a.pass <= b.cost + b.pass ? a : b;
}

interface Admitted {
  hosts: readonly Position[];
  inClasses: readonly InClass[];
}

interface InClass extends Position {
  sourceClass: number;
}

/** The cheapest position of each source class, and those without one. */
function cheapestByClass(
  positions: readonly Position[],
  { sourceClassesOf }: Traversal["reachStates"],
): { inClasses: InClass[]; unclassified: Position[] } {
  const inClasses = new Map<number, InClass>();
  const unclassified: Position[] = [];
  for (const position of positions) {
    const classes = sourceClassesOf(position.slot);
    if (classes.length === 0) unclassified.push(position);
    for (const sourceClass of classes)
      if (!inClasses.has(sourceClass)) inClasses.set(sourceClass, { ...position, sourceClass });
  }
  return { inClasses: [...inClasses.values()], unclassified };
}

/** By slot, cheapest first. */
function positionsIn(estate: EstateGraph, reached: Reached): Map<number, Position> {
  const positions = new Map<number, Position>();
  for (const node of reached.nodes) {
    if (!usesNetwork(estate, node)) continue;
    const slot = estate.nodes.host(node);
    if (!positions.has(slot)) positions.set(slot, { node, slot, cost: reached.costOf(node) });
  }
  return positions;
}

const patternsOf = ({ graph, guards }: EstateGraph, edge: number) =>
  graph.guard(edge) < 0 ? null : guards.get(graph.guard(edge)).patterns;

function isBoundToAddresses(estate: EstateGraph, through: number): boolean {
  return (patternsOf(estate, through)?.lists.length ?? 0) > 0;
}

/** Whether a certificate that names addresses is surely accepted from all of the host's. */
export function isValidFrom(estate: EstateGraph, through: number, slot: number): boolean {
  const patterns = patternsOf(estate, through);
  if (!patterns || patterns.lists.length === 0) return true;
  const sources = estate.hostAt(slot)?.network.sources ?? [];
  const isAdmitted = ({ text, names }: SourceAddress) =>
    checkAdmission(patterns, toClient(text, names)) === "yes";
  return sources.length > 0 && sources.every(isAdmitted);
}
