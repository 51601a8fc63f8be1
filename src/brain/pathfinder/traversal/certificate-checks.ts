import type { Guard } from "../model/guard-table.ts";
import type { Reach } from "../reachability/reach.ts";

const problem = (state: Reach["state"], why: string): Reach => ({ state, why, proof: null });

/** Why a certificate isn't valid at a time in Unix seconds; null if it is. */
export function validityProblem({ validAfter, validBefore }: Guard, now: number): Reach | null {
  if (validBefore !== null && validBefore <= now)
    return problem("refuted", "the certificate has expired");
  if (validAfter !== null && validAfter > now)
    return problem("refuted", "the certificate is not valid yet");
  return null;
}

/** Why none of a certificate's principals is among those `asked` for; null if one is. */
export function principalProblem(
  held: ReadonlySet<string>,
  asked: ReadonlySet<string> | null,
): Reach | null {
  if (held.size === 0) return problem("inferred", "the certificate names no principal");
  const accepted = [...(asked ?? [])];
  if (accepted.some((name) => held.has(name))) return null;
  const instead = accepted.length > 0 ? `, not for ${accepted.join(", ")}` : "";
  return problem("refuted", `the certificate is for ${[...held].join(", ")}${instead}`);
}
