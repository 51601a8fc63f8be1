import { type Severity, severities } from "../../../contract/common.ts";
import type { Criticality } from "../../../contract/tag-policy.ts";
import type { Path } from "../model/types.ts";

/**
 * Severity by target, one level higher if the path starts on the internet or ends on a critical
 * host, one lower if it needs a secret or an assumption.
 */
export function severityOf({ from, to, hops }: Path, criticality: Criticality): Severity {
  const isRoot = /^user:.*\/(root|SYSTEM|Administrator)$/.test(to.id);
  const target = isRoot ? severities.indexOf("high") : severities.indexOf("medium");
  const exposed = from.type === "internet" || criticality === "critical" ? 1 : 0;
  const unproven = hops.some(({ state }) => state !== "proven") ? -1 : 0;
  const rank = Math.min(target + exposed + unproven, severities.length - 1);
  return severities[rank] ?? "medium";
}
