import type { Investigation } from "../../../src/contract/investigation.ts";
import type { Chain, Finding } from "../../../src/contract/summary.ts";

/** Text as hostile as a host can make it. */
export const hostile = "evil\u001b[2J<script>alert(1)</script>|`x`\u202e";

export const finding: Finding = {
  finding_id: "fnd_1",
  detection_id: "exposed_service",
  title: "A shell listens on every interface",
  severity: "high",
  confidence: 0.87,
  agent_id: "service-web-01",
  hostname: "web-01",
  tags: {},
  evidence: { sql: "SELECT 1", columns: ["pid", "name"], rows: [[42, hostile]], row_count: 3 },
  attack: ["T1059"],
  remediation: "Stop it.",
  receipt: null,
};

export const chain: Chain = {
  chain_id: "chn_1",
  severity: "critical",
  confidence: 0.5,
  from: { type: "user", id: "u", label: "alice" },
  to: { type: "user", id: "r", label: "root on db-01" },
  status: "confirmed",
  steps: [
    {
      edge: "ssh_key",
      from: { type: "user", id: "u", label: "alice" },
      to: { type: "user", id: "r", label: "root on db-01" },
      agent_id: "service-db-01",
      proof: { sql: "SELECT 1", row: [1] },
      confirmed_at: null,
    },
  ],
  narrative: "alice's key opens root on db-01.",
};

export const investigation: Investigation = {
  investigation_id: "inv_1",
  query: `what is ${hostile}?`,
  depth: "standard",
  mode: "auto",
  scope: { type: "selector", filter: {} },
  status: "completed",
  curiosity_id: null,
  started_at: "2026-01-01T00:00:00.000Z",
  dispatched_at: null,
  completed_at: "2026-01-01T00:00:05.000Z",
  estimated_completion_seconds: 3,
  reading: {
    route: ["facts"],
    behaviour: "answer",
    text: "Listening ports of every host.",
    confidence: 0.94,
    detections: [],
    tables: ["listening_ports"],
    filters: [],
    aggregate: { type: "none", fields: [] },
    absent: null,
    hosts: [],
    tags: {},
    time_window: null,
    path: null,
    parts: null,
    sql: ["SELECT port FROM listening_ports"],
    merge_sql: null,
    suggestions: [],
  },
  progress: null,
  freshness: null,
  summary: {
    narrative: `Yes: 1 host listens.\nNext: ask ${hostile}`,
    severity: "critical",
    answer: { columns: ["host", "port"], rows: [["web-01", 31337]], row_count: 4, truncated: true },
    findings_by_severity: { info: 0, low: 0, medium: 0, high: 1, critical: 0 },
    checks: [
      {
        detection_id: "weak_hash",
        fail: 0,
        pass: 1,
        unknown: 1,
        not_applicable: 0,
        unknown_reasons: [{ agent_id: "service-web-01", reason: "denied" }],
      },
    ],
    coverage: {
      agents_targeted: 2,
      agents_answered: 1,
      unanswered: [{ agent_id: "service-web-02", reason: "timed_out" }],
      cached: 0,
      live: 1,
    },
  },
  findings: [finding],
  chains: [chain],
  error: null,
  links: { self: "", cancel: "", stream: "" },
};
