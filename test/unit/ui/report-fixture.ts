import type { Investigation } from "../../../src/contract/investigation.ts";
import type { Chain, Finding } from "../../../src/contract/summary.ts";
import { hostile, investigation } from "./investigation-fixture.ts";

const sql = "SELECT pid, name, cmdline\nFROM processes\nWHERE name = 'nc' AND cmdline LIKE '%-e%'";

function shellOn(host: string, over: Partial<Finding> = {}): Finding {
  return {
    finding_id: `fnd_${host}`,
    detection_id: "reverse_shell",
    title: "A shell listens on every interface",
    severity: "high",
    confidence: 0.87,
    agent_id: `service-${host}`,
    hostname: host,
    tags: { env: "prod" },
    evidence: {
      sql,
      columns: ["pid", "name", "cmdline"],
      rows: [
        [4242, "nc", "nc -l -p 31337 -e /bin/sh"],
        [4243, hostile, null],
      ],
      row_count: 12,
    },
    attack: ["T1059.004"],
    remediation: "Stop it, then look at `/etc/systemd/system` for what started it.",
    receipt: null,
    ...over,
  };
}

const weakHash: Finding = shellOn("db-01", {
  finding_id: "fnd_hash",
  detection_id: "weak_password_hash",
  title: "A password is kept under a weak hash",
  severity: "medium",
  evidence: { sql: "SELECT 1", columns: [], rows: [], row_count: 0 },
  attack: [],
  remediation: "",
});

const user = { type: "user", id: "u1", label: "alice" };
const key = {
  type: "ssh_key",
  id: "k1",
  label: "/home/alice/.ssh/id_ed25519 without a passphrase",
};
const deploy = { type: "user", id: "u2", label: "deploy on web-01" };
const root = { type: "user", id: "u3", label: `root on db-01 ${hostile}` };
const step = { agent_id: "service-web-01", confirmed_at: "2026-01-01T00:00:04.000Z" };

const chain: Chain = {
  chain_id: "chn_report",
  severity: "critical",
  confidence: 0.74,
  from: user,
  to: root,
  status: "unconfirmed",
  steps: [
    { ...step, edge: "reads_key", from: user, to: key, proof: { sql, row: ["alice", 600, null] } },
    {
      ...step,
      edge: "key_opens",
      from: key,
      to: deploy,
      proof: { sql, row: ["SHA256:x", hostile] },
    },
    {
      ...step,
      edge: "sudo_all",
      from: deploy,
      to: root,
      confirmed_at: null,
      proof: { sql, row: [1] },
    },
    { ...step, edge: "shares_password", from: user, to: root, proof: { sql, row: [] } },
  ],
  narrative: "The key of alice opens `deploy` on web-01, which may run everything as root.",
};

const findings = [shellOn("web-01"), shellOn("db-01", { severity: "critical" }), weakHash];

/** A run of a scheduled question with something in every part of a report. */
export const report: Investigation = {
  ...investigation,
  investigation_id: "inv_report",
  query: "which hosts have a shell that listens?",
  curiosity_id: "cur_1",
  scope: { type: "selector", filter: { tags: { env: "prod" }, last_seen_within: "15m" } },
  reading: {
    ...investigation.reading!,
    route: ["detections", "pathfinder"],
    detections: ["reverse_shell"],
    filters: [{ field: "name", op: "eq", value: hostile }],
    sql: [sql],
    merge_sql: "SELECT host, count(*) FROM rows GROUP BY host",
  },
  freshness: {
    mode: "auto",
    evaluated_at: "2026-01-01T00:00:00.000Z",
    newest_at: "2025-12-31T23:58:00.000Z",
    oldest_at: "2025-12-31T23:50:00.000Z",
    max_age_seconds: 600,
    agents: { matched: 3, fresh: 2, stale: 0, never: 1 },
    stale_after_seconds: 900,
    recommendation: {
      should_rerun_live: true,
      reason: "1 host has none.",
      recommended_scope: null,
    },
  },
  summary: {
    ...investigation.summary!,
    narrative: `Yes: 2 of 3 hosts fail.\n- web-01: ${hostile}\n- db-01: a shell\nFix first: Stop it.`,
    answer: {
      columns: ["host", "port", "program"],
      rows: [
        ["web-01", 31337, "nc"],
        ["db-01", 4444, hostile],
      ],
      row_count: 700,
      truncated: true,
    },
  },
  findings,
  chains: [chain],
  changes: { new: [findings[0]!], resolved: [shellOn("old-01", { finding_id: "fnd_old" })] },
};
