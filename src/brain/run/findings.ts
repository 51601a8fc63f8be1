import { type Severity, severities } from "../../contract/common.ts";
import type { Receipt } from "../../contract/receipt.ts";
import type { CheckTally, Finding, FindingReceipt, GapReason } from "../../contract/summary.ts";
import type { Criticality } from "../../contract/tag-policy.ts";
import { newId } from "../../core/ids.ts";
import type { AcceptanceRecord } from "../../store/records.ts";
import { checkAccepted } from "../acceptances/check-accepted.ts";
import { advisoryColumns } from "../advisories/join-rows.ts";
import { evaluateHost, type HostVerdicts, type Verdict } from "../detections/evaluate-host.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import { maxEvidenceBytes, maxEvidenceRows } from "../model/limits.ts";
import { type Formats, formatsOf } from "./formats-of.ts";
import { shareRows } from "./host-shares.ts";

export function evaluateDetections(
  answer: HostAnswer,
  detections: DetectionDefinition[],
): HostVerdicts {
  return new Map(
    detections.map((definition) => [
      definition,
      answer.gap
        ? { type: "unknown", reason: answer.gap.reason, detail: answer.gap.detail }
        : evaluateHost(definition, answer.agent.os, answer.results),
    ]),
  );
}

interface FindingTerms {
  /** By detection id. */
  confidence: ReadonlyMap<string, number>;
  /** The host's criticality, by its tag policies. */
  criticality: Criticality;
  acceptances: AcceptanceRecord[];
  nowMs: number;
  /** By column name. */
  formats: Formats;
}

const evidenceLimits = { rows: maxEvidenceRows, bytes: maxEvidenceBytes };

/** A host's failed detections as findings; `answer` is the collection that proves them. */
export function findingsOf(
  answer: HostAnswer,
  verdicts: HostVerdicts,
  { confidence, criticality, acceptances, nowMs, formats }: FindingTerms,
): Finding[] {
  return [...verdicts].flatMap(([definition, verdict]) => {
    if (verdict.type !== "fail") return [];
    const { columns, row_count } = verdict.evidence;
    const added = definition.advisories && { added: advisoryColumns };
    const [rows = []] = shareRows([verdict.evidence.rows], evidenceLimits);
    const { agent_id, hostname, tags } = answer.agent;
    // The finding keeps only some of the rows; all of them must be accepted.
    const candidate = { detection_id: definition.id, agent_id, tags, evidence: verdict.evidence };
    return {
      finding_id: newId("fnd", nowMs),
      detection_id: definition.id,
      title: definition.title,
      severity: severityOnHost(definition.severity, criticality),
      confidence: confidence.get(definition.id) ?? 0.5,
      agent_id,
      hostname,
      tags,
      evidence: {
        sql: verdict.sql,
        columns,
        rows,
        row_count,
        ...added,
        ...formatsOf(columns, formats),
      },
      attack: definition.attack,
      remediation: definition.remediation,
      receipt: referenceTo(answer.receipt),
      ...checkAccepted(candidate, acceptances, nowMs),
    };
  });
}

function referenceTo(receipt: Receipt | null): FindingReceipt | null {
  if (!receipt) return null;
  const { plan_id, key_id, signature } = receipt;
  return { plan_id, key_id, signature };
}

/** One level higher on a critical host. */
function severityOnHost(severity: Severity, criticality: Criticality): Severity {
  if (criticality !== "critical") return severity;
  return severities[severities.indexOf(severity) + 1] ?? severity;
}

const maxReasons = 100;

/** The results of each detection over all hosts. */
export function tally(
  detections: DetectionDefinition[],
  hosts: { agentId: string; verdicts: HostVerdicts }[],
): CheckTally[] {
  return detections.map((definition) => {
    const verdicts = hosts.map(({ agentId, verdicts }) => ({
      agentId,
      verdict: verdicts.get(definition),
    }));
    const count = (type: Verdict["type"]) =>
      verdicts.filter(({ verdict }) => verdict?.type === type).length;
    return {
      detection_id: definition.id,
      fail: count("fail"),
      pass: count("pass"),
      unknown: count("unknown"),
      not_applicable: count("not_applicable"),
      unknown_reasons: verdicts
        .flatMap(({ agentId, verdict }): { agent_id: string; reason: GapReason }[] =>
          verdict?.type === "unknown" ? [{ agent_id: agentId, reason: verdict.reason }] : [],
        )
        .slice(0, maxReasons),
    };
  });
}
