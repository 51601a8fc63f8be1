import { type Severity, severities } from "../../../contract/common.ts";
import type { Criticality } from "../../../contract/tag-policy.ts";
import type { Path } from "../model/types.ts";

/**
 * How grave a way is: by what it ends at, one step more where anybody on the internet may begin it
 * or the host is critical, one step less where it needs a secret or rests on an assumption.
 */
export function severityOf({ from, to, hops }: Path, criticality: Criticality): Severity {
  const isRoot = /^user:.*\/(root|SYSTEM|Administrator)$/.test(to.id);
  const target = isRoot ? severities.indexOf("high") : severities.indexOf("medium");
  const exposed = from.type === "internet" || criticality === "critical" ? 1 : 0;
  const hard = hops.some(({ state }) => state !== "proven") ? -1 : 0;
  const rank = Math.min(target + exposed + hard, severities.length - 1);
  return severities[rank] ?? "medium";
}
