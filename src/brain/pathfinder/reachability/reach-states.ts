import { type Admission, checkAdmission } from "../../../core/client-patterns.ts";
import type { IpRange } from "../../../core/ip.ts";
import { createCodeTable } from "../graph/code-table.ts";
import type { HostChange } from "../model/change-log.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { type AccessGuards, createAccessGuards } from "./access-guards.ts";
import { type ConnectionInputs, createConnectionStates } from "./connection-states.ts";
import { createDepartureClasses, openClass } from "./departure-classes.ts";
import { createPairStates } from "./pair-states.ts";
import { reachCodes } from "./reach.ts";
import { createSourceClasses } from "./source-classes.ts";

/**
 * The state that `checkReach` gives, as a code of `reachCodes`, for the millions of pairs of hosts
 * that a search asks about: evaluated once for all sources that a firewall, a subnet or a list of
 * patterns can't distinguish.
 */
export interface ReachStates {
  accessGuards: AccessGuards;
  /** The state from a host (by slot; -1: the internet) through an access guard. */
  codeOf(from: number, access: number): number;
  /** The same, without the connections observed between the two hosts. */
  unobservedCodeOf(from: number, access: number): number;
  /** The source classes that a host's addresses are in; none for the internet. */
  sourceClassesOf(slot: number): readonly number[];
  /**
   * The state from a source class through a guard that isn't selective, without observed
   * connections.
   */
  codeOfClass(sourceClass: number, access: number): number;
  /** The same for the client patterns alone, whatever the port: of a host, and of a class. */
  admissionOf(from: number, access: number): number;
  admissionOfClass(sourceClass: number, access: number): number;
  /** Brings all of it up to date; false: it has to be made anew. */
  mend(changes: readonly HostChange[]): boolean;
}

const { proven, inferred, refuted } = reachCodes;
const codeOfAdmission: Record<Admission, number> = { yes: proven, named: inferred, no: refuted };

export function createReachStates(estate: EstateGraph): ReachStates {
  const { index, hosts, hostAt, connections } = estate;
  const departures = createDepartureClasses(hosts.values());
  const sourceClasses = createSourceClasses({
    hosts: hosts.values(),
    ranges: admittedBlocks(estate),
    hostClassOf: departures.classOf,
  });
  const { classesOf, sampleOf, client } = sourceClasses;
  const { destinationKey } = departures;
  const accessGuards = createAccessGuards({
    ...estate,
    destinationKey,
    ...sourceClasses,
  });
  const pairs = createPairStates(estate, accessGuards);
  const connectionStates = createConnectionStates({
    ...index,
    ...sourceClasses,
    ...accessGuards,
    inputsOf: connectionFrom,
  });
  /** By source class or, where the patterns distinguish more, by source; and by patterns. */
  const admissions = { ofClass: createCodeTable(), ofSource: createCodeTable() };

  function admissionCode(of: keyof typeof admissions, row: number, patterns: number): number {
    const known = admissions[of].get(row, patterns);
    if (known >= 0) return known;
    const source = of === "ofClass" ? sampleOf(row) : row;
    const code = codeOfAdmission[checkAdmission(accessGuards.patternsAt(patterns), client(source))];
    admissions[of].set(row, patterns, code);
    return code;
  }

  /** Out of the source's host and into the other one. */
  function connectionCode(sourceClass: number, access: number): number {
    return accessGuards.portClass(access) < 0
      ? proven
      : connectionStates.codeOf(sourceClass, access);
  }

  function connectionFrom(source: number, access: number): ConnectionInputs {
    const from = sourceClasses.hostOf(source);
    return {
      source: sourceClasses.source(source),
      from: hostAt(from)!.network,
      to: hostAt(accessGuards.host(access))!.network,
      port: accessGuards.port(access),
      leavesFreely: departures.classOf(from) === openClass,
    };
  }

  function admissionOfClass(sourceClass: number, access: number): number {
    const patterns = accessGuards.patterns(access);
    return patterns < 0 ? proven : admissionCode("ofClass", sourceClass, patterns);
  }

  function codeOfClass(sourceClass: number, access: number): number {
    const admitted = admissionOfClass(sourceClass, access);
    return admitted === refuted ? refuted : Math.max(admitted, connectionCode(sourceClass, access));
  }

  function codeOfSource(source: number, access: number): number {
    const patterns = accessGuards.patterns(access);
    const admitted = patterns < 0 ? proven : admissionCode("ofSource", source, patterns);
    if (admitted === refuted) return refuted;
    if (!accessGuards.hasSelectiveHost(access))
      return Math.max(admitted, connectionCode(sourceClasses.classOf(source), access));
    return Math.max(admitted, connectionStates.codeOfSource(source, access));
  }

  /** Hosts without a known address are checked pair by pair. */
  function admissionOf(from: number, access: number): number {
    const { first, last } = sourceClasses.sourcesOf(from);
    const patterns = accessGuards.patterns(access);
    if (first === last || patterns < 0) return proven;
    let best = refuted;
    for (let source = first; source < last && best > proven; source++)
      best = Math.min(best, admissionCode("ofSource", source, patterns));
    return best;
  }

  /** The best state over all addresses of the host. */
  function unobservedCodeOf(from: number, access: number): number {
    const classes = classesOf(from);
    if (classes.length === 0) return pairs.codeOf(from, access);
    let best = refuted;
    if (accessGuards.isSelective(access)) {
      const { first, last } = sourceClasses.sourcesOf(from);
      for (let source = first; source < last && best > proven; source++)
        best = Math.min(best, codeOfSource(source, access));
    } else
      for (let at = 0; at < classes.length && best > proven; at++)
        best = Math.min(best, codeOfClass(classes[at]!, access));
    return best;
  }

  function codeOf(from: number, access: number): number {
    const to = accessGuards.host(access);
    if (from === to) return pairs.codeOf(from, access);
    const code = unobservedCodeOf(from, access);
    // An observed connection proves the route, but no firewall rule.
    const isObserved = code === inferred && connections.has(from, to, accessGuards.port(access));
    return isObserved ? pairs.codeOf(from, access) : code;
  }

  function mendHost({ slot, edges, changesSubnets }: HostChange): boolean {
    const host = hostAt(slot);
    if (changesSubnets || !departures.replace(slot, host)) return false;
    if (!sourceClasses.replace(slot, host)) return false;
    accessGuards.forget(slot, edges);
    pairs.forget(slot);
    return true;
  }

  return {
    accessGuards,
    codeOf,
    unobservedCodeOf,
    sourceClassesOf: classesOf,
    codeOfClass,
    admissionOf,
    admissionOfClass,
    mend: (changes) => changes.every(mendHost),
  };
}

/** The blocks in the client patterns of all guards. */
function* admittedBlocks({ guards }: EstateGraph): Generator<IpRange> {
  for (const { patterns } of guards.inUse())
    for (const { block } of patterns.lists.flat()) if (block) yield block;
}
