import { reachCodes } from "../reachability/reach.ts";
import type { ReachStates } from "../reachability/reach-states.ts";
import type { Hubs } from "./hubs.ts";

/**
 * How source classes get to hubs that are not selective: pairs of numbers, what is at the other end
 * and a code of `reachCodes`.
 */
export interface HubAccess {
  /** The hubs that a source class gets to; with those that refuse it, or without. */
  from(sourceClass: number, withRefuted: boolean): Int32Array;
  /** The source classes that get to a hub. */
  into(hub: number, withRefuted: boolean): Int32Array;
}

/** Lists what is not refuted once: most firewalls refuse most sources. */
export function createHubAccess(hubs: Hubs, reachStates: ReachStates): HubAccess {
  const { all, hostsInClass } = hubs;
  let revision = -1;
  const known = { from: [] as Int32Array[], into: [] as Int32Array[] };

  function codeOf(sourceClass: number, hub: number): number {
    const { access } = all[hub]!;
    return access < 0 ? reachCodes.proven : reachStates.codeOfClass(sourceClass, access);
  }

  function listFrom(sourceClass: number, mostCode: number): Int32Array {
    const pairs: number[] = [];
    for (const [hub, { edges, isSelective }] of all.entries()) {
      const code = isSelective || edges.length === 0 ? -1 : codeOf(sourceClass, hub);
      if (code >= 0 && code <= mostCode) pairs.push(hub, code);
    }
    return Int32Array.from(pairs);
  }

  function listInto(hub: number, mostCode: number): Int32Array {
    const pairs: number[] = [];
    for (const sourceClass of hostsInClass.keys()) {
      const code = hostsInClass[sourceClass]?.length ? codeOf(sourceClass, hub) : -1;
      if (code >= 0 && code <= mostCode) pairs.push(sourceClass, code);
    }
    return Int32Array.from(pairs);
  }

  function current(): typeof known {
    if (revision !== hubs.revision) [known.from, known.into, revision] = [[], [], hubs.revision];
    return known;
  }

  return {
    from(sourceClass, withRefuted) {
      if (withRefuted) return listFrom(sourceClass, reachCodes.refuted);
      const { from } = current();
      from[sourceClass] ??= listFrom(sourceClass, reachCodes.inferred);
      return from[sourceClass];
    },
    into(hub, withRefuted) {
      if (withRefuted) return listInto(hub, reachCodes.refuted);
      const { into } = current();
      into[hub] ??= listInto(hub, reachCodes.inferred);
      return into[hub];
    },
  };
}
