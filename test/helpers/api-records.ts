import type { Detection } from "../../src/contract/detection.ts";
import type { Freshness, Progress } from "../../src/contract/investigation.ts";
import type { Finding } from "../../src/contract/summary.ts";

export function detection(over: Partial<Detection> = {}): Detection {
  return {
    id: "nopasswd_sudo",
    title: "Sudo without a password",
    description: "Someone may become root without being asked for a password.",
    severity: "high",
    platforms: ["linux"],
    attack: ["T1548.003"],
    tables: ["sudoers"],
    calibration: { confidence: 0.9, true_positives: 9, false_positives: 1 },
    ...over,
  };
}

export function freshness(over: Partial<Freshness> = {}): Freshness {
  return {
    mode: "auto",
    evaluated_at: "2026-11-01T00:00:00.000Z",
    newest_at: null,
    oldest_at: null,
    max_age_seconds: null,
    agents: { matched: 0, fresh: 0, stale: 0, never: 0 },
    stale_after_seconds: 900,
    recommendation: { should_rerun_live: false, reason: "No agent.", recommended_scope: null },
    ...over,
  };
}

export function finding(over: Partial<Finding> = {}): Finding {
  return {
    finding_id: "fnd_01hv3k6z5w9m4q8r7t2y1x0c3b",
    detection_id: "nopasswd_sudo",
    title: "Sudo without a password",
    severity: "high",
    confidence: 0.9,
    agent_id: "web-1",
    hostname: "web-1",
    tags: {},
    evidence: { sql: "SELECT 1", columns: ["1"], rows: [[1]], row_count: 1 },
    attack: ["T1548.003"],
    remediation: "Ask for a password.",
    receipt: null,
    ...over,
  };
}

export function progress(over: Partial<Progress> = {}): Progress {
  return {
    phase: "collecting",
    percent: 50,
    agents: { targeted: 1, answered: 0, failed: 0, timed_out: 0 },
    plans: { total: 1, dispatched: 1, completed: 0, failed: 0 },
    findings: 0,
    chains: 0,
    message: "Asking 1 agent",
    updated_at: "2026-11-01T00:00:01.000Z",
    ...over,
  };
}
