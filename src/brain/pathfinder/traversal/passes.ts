import type { EstateGraph } from "../model/estate-graph.ts";
import type { Guard } from "../model/guard-table.ts";
import { reachCodes } from "../reachability/reach.ts";
import type { ReachStates } from "../reachability/reach-states.ts";
import { principalProblem } from "./certificate-checks.ts";

/**
 * Whether whoever holds one edge of a pair passes the guard of the other: by what they reach from
 * their host and, with a certificate, by its principals.
 */
export interface Passes {
  /** Who passes: the edge that holds the certificate, if there is one, else the host. */
  sourceOf(through: number): number;
  /** What is passed: an access guard. */
  guardOf(edge: number): number;
  /** One of `passCodes` numbers. */
  codeOf(source: number, access: number): number;
}

const reachCount = Object.keys(reachCodes).length;
export const passCodes = reachCount ** 2;

/** The codes of `reachCodes` for the principals and for the host. */
export const partsOfPass = (code: number) => [Math.floor(code / reachCount), code % reachCount];

/** Below the slots of all hosts. */
const firstCertificate = -2;

export function createPasses(
  { graph, guards }: EstateGraph,
  { accessGuards, codeOf }: ReachStates,
): Passes {
  const guardAt = (number: number): Guard | null => (number < 0 ? null : guards.get(number));

  const reachCode = (from: number, access: number) =>
    access < 0 ? reachCodes.proven : codeOf(from, access);

  function principalCode(through: number, access: number): number {
    const held = guardAt(graph.guard(through))?.names;
    const asked = access < 0 ? null : guardAt(accessGuards.guard(access));
    const refusal = held ? principalProblem(held, asked?.names ?? null) : null;
    return refusal ? reachCodes[refusal.state] : reachCodes.proven;
  }

  return {
    sourceOf: (through) =>
      guardAt(graph.guard(through))?.names ? firstCertificate - through : graph.owner(through),
    guardOf: accessGuards.of,
    codeOf(source, access) {
      if (source > firstCertificate) return reachCode(source, access);
      const through = firstCertificate - source;
      return principalCode(through, access) * reachCount + reachCode(graph.owner(through), access);
    },
  };
}
