import { maxSeverity } from "../../contract/common.ts";
import { severities } from "../../contract/enums.ts";
import { type PostureFault, type PostureHost, postureLimits } from "../../contract/posture.ts";
import type { Finding } from "../../contract/summary.ts";
import type { AgentRecord } from "../../store/records.ts";
import type { HostVerdicts } from "../detections/evaluate-host.ts";
import { countBySeverity } from "../model/count-by-severity.ts";
import { groupBy } from "./group-by.ts";

interface Evaluated {
  agent: AgentRecord;
  verdicts: HostVerdicts;
}

/** The hosts, worst first: by paths to root, then by the number of findings of each severity. */
export function rankHosts(
  hosts: Evaluated[],
  {
    findings,
    accepted,
    paths,
  }: { findings: Finding[]; accepted: Finding[]; paths: Record<string, number> },
): PostureHost[] {
  const own = groupBy(findings, ({ agent_id }) => agent_id);
  const acceptedOf = groupBy(accepted, ({ agent_id }) => agent_id);
  return hosts
    .map(({ agent: { agent_id, hostname }, verdicts }) => ({
      agent_id,
      hostname,
      paths: paths[agent_id] ?? 0,
      by_severity: countBySeverity(own.get(agent_id) ?? []),
      ...countVerdicts(verdicts, acceptedOf.get(agent_id) ?? []),
    }))
    .sort((a, b) => b.paths - a.paths || bySeverityCounts(a, b))
    .slice(0, postureLimits.hosts);
}

function countVerdicts(verdicts: HostVerdicts, accepted: Finding[]) {
  const uncounted = new Set(accepted.map(({ detection_id }) => detection_id));
  const types = [...verdicts].flatMap(([{ id, kind }, { type }]) =>
    kind === "health" || (type === "fail" && uncounted.has(id)) ? [] : [type],
  );
  const count = (wanted: string) => types.filter((type) => type === wanted).length;
  return { failed: count("fail"), passed: count("pass"), unknown: count("unknown") };
}

function bySeverityCounts(a: PostureHost, b: PostureHost): number {
  for (const severity of [...severities].reverse()) {
    const difference = b.by_severity[severity] - a.by_severity[severity];
    if (difference !== 0) return difference;
  }
  return a.hostname.localeCompare(b.hostname);
}

/** The failed detections, those of most hosts first. */
export function rankFaults(findings: Finding[]): PostureFault[] {
  return [...groupBy(findings, ({ detection_id }) => detection_id)]
    .map(([detection_id, own]) => ({
      detection_id,
      title: own[0]!.title,
      severity: own.map(({ severity }) => severity).reduce(maxSeverity),
      hosts: own.length,
    }))
    .sort(
      (a, b) =>
        b.hosts - a.hosts || severities.indexOf(b.severity) - severities.indexOf(a.severity),
    )
    .slice(0, postureLimits.detections);
}
