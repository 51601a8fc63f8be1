import type { GapReason } from "../../contract/common.ts";
import { postureLimits, type UnknownCheck } from "../../contract/posture.ts";
import type { HostVerdicts } from "../detections/evaluate-host.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import { groupBy } from "./group-by.ts";

/** The checks that could not be made, most frequent first, and what would make them possible. */
export function unknownChecks(hosts: { verdicts: HostVerdicts }[]): UnknownCheck[] {
  const all = hosts.flatMap(({ verdicts }) =>
    [...verdicts].flatMap(([definition, verdict]) =>
      verdict.type === "unknown" && definition.kind !== "health"
        ? [{ definition, ...verdict }]
        : [],
    ),
  );
  const groups = groupBy(all, ({ definition, reason }) => `${definition.id} ${reason}`);
  return [...groups.values()]
    .map((group) => unknownCheck(group))
    .sort((a, b) => b.hosts - a.hosts)
    .slice(0, postureLimits.detections);
}

function unknownCheck(
  group: { definition: DetectionDefinition; reason: GapReason; detail: string }[],
): UnknownCheck {
  const { definition, reason } = group[0]!;
  const details = groupBy(group, ({ detail }) => detail);
  const [detail] = [...details].reduce((most, one) =>
    one[1].length > most[1].length ? one : most,
  );
  return {
    detection_id: definition.id,
    title: definition.title,
    reason,
    detail,
    hosts: group.length,
    lift: liftOf(reason, detail),
  };
}

/** What to do so that the check can be made. */
export function liftOf(reason: GapReason, detail: string): string {
  switch (reason) {
    case "denied":
      return "Run the agent as root; if it does, a sandbox or an access policy of the host denies it.";
    case "table_missing":
      return liftOfMissing(detail);
    case "timed_out":
      // Searches of the file system and tools have limits of their own, whatever the depth.
      return /^took longer than/.test(detail.replace(/^\w+: /, ""))
        ? "Ask again with --depth deep, which allows more time."
        : "Ask again when the host is less busy.";
    case "policy":
      return "Ask again without the restriction, if the host's operators agree to it.";
    case "offline":
      return "Ask again when the host is online.";
    case "error":
      return "See the log of the host's agent, then ask again.";
  }
}

function liftOfMissing(detail: string): string {
  if (detail.includes("advisories"))
    return "Put current advisories into a folder and start inquest with --advisories and its name.";
  const [, tool] = /(\S+) is not installed/.exec(detail) ?? [];
  if (tool !== undefined) return `Install ${tool} on the host.`;
  if (detail.includes("recorded only since"))
    return "Ask again once the records reach back far enough, and keep them longer if they are removed before.";
  if (detail.startsWith("no snapshot of ")) return "Ask again with --mode live.";
  if (detail.includes("package lists")) return "Run `apt-get update` on the host.";
  return "Nothing if the host does not have this; otherwise update its agent.";
}
