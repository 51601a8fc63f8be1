import type { Investigation } from "../../../src/contract/investigation.ts";
import type { Posture, PostureFix } from "../../../src/contract/posture.ts";
import type { Finding } from "../../../src/contract/summary.ts";
import { hostile } from "./investigation-fixture.ts";
import { report } from "./report-fixture.ts";

const [web, db, hash] = report.findings as [Finding, Finding, Finding];
const manyRows = [...Array(12).keys()].map((port) => [8000 + port, hostile]);

/** A weakness with more rows than a summary shows. */
const exposed: Finding = {
  ...web,
  finding_id: "fnd_exposed",
  detection_id: "exposed_service",
  title: "A service listens on every address",
  severity: "medium",
  evidence: { sql: "SELECT 2", columns: ["port", "name"], rows: manyRows, row_count: 14 },
};
const disk: Finding = {
  ...exposed,
  finding_id: "fnd_full",
  detection_id: "disk_full",
  title: "A disk is full",
  severity: "critical",
};

function fix(rank: number, over: Partial<PostureFix>): PostureFix {
  return {
    rank,
    title: `Weakness ${rank}`,
    remediation: "Change it.",
    commands: [],
    lockout: null,
    severity: "low",
    hosts: ["service-web-01"],
    host_count: 1,
    finding_ids: [],
    chain_ids: [],
    detection_id: `weakness_${rank}`,
    edge: null,
    ...over,
  };
}

const restricted = fix(1, {
  title: "Sudo gives root without a password",
  remediation: "Remove `NOPASSWD` from the rule.",
  commands: [
    {
      agent_id: "service-db-01",
      hostname: "db-01",
      commands: ["sed -i 's/NOPASSWD://' /etc/sudoers.d/deploy", `rm '${hostile}'`],
      omitted: 3,
    },
  ],
  lockout: "An account without a password can no longer use sudo.",
  severity: "critical",
  hosts: ["service-db-01"],
  finding_ids: [hash.finding_id],
  chain_ids: [report.chains[0]!.chain_id],
});

const unknown = {
  reason: "denied" as const,
  detail: "sockets of 3 processes: permission denied",
  hosts: 1,
  lift: "Run the agent as root.",
};

const byWeb = { agent_id: "service-web-01", hostname: "web-01", paths: 0 };
const byDb = { agent_id: "service-db-01", hostname: "db-01", paths: 1 };
const counts = { failed: 2, passed: 40, unknown: 2 };

export const posture: Posture = {
  verdict: "weak",
  headline: "No: 1 path to root, 1 sign of intrusion and 7 weaknesses on 2 of 2 hosts.",
  checks: { failed: 8, passed: 40, unknown: 3, not_applicable: 4 },
  paths: [
    {
      chain_id: report.chains[0]!.chain_id,
      from: "alice",
      to: "root on db-01",
      hosts: ["service-web-01", "service-db-01"],
      sentence: "The key of alice opens `deploy`, which may run everything as root.",
      status: "unconfirmed",
    },
  ],
  path_count: 4,
  fixes: [
    restricted,
    fix(2, { finding_ids: [exposed.finding_id], title: exposed.title, severity: "medium" }),
    ...[3, 4, 5, 6, 7].map((rank) => fix(rank, {})),
  ],
  fix_count: 9,
  intrusion: { finding_ids: [web.finding_id, db.finding_id] },
  health: { finding_ids: [disk.finding_id] },
  unknown: [
    { ...unknown, detection_id: "a", title: "A listener is unknown" },
    { ...unknown, detection_id: "b", title: "A miner runs" },
    { ...unknown, detection_id: "c", title: "Updates wait", lift: "Ask with --depth deep." },
  ],
  not_applicable: ["d"],
  hosts: [
    { ...byDb, ...counts, by_severity: { info: 0, low: 0, medium: 1, high: 0, critical: 1 } },
    { ...byWeb, ...counts, by_severity: { info: 0, low: 5, medium: 1, high: 1, critical: 0 } },
    {
      ...{ agent_id: "service-mac-01", hostname: "mac-01", paths: 0 },
      ...{ failed: 0, passed: 0, unknown: 0 },
      by_severity: { info: 0, low: 0, medium: 0, high: 0, critical: 0 },
    },
  ],
  host_count: 3,
  faults: [{ detection_id: "exposed_service", title: exposed.title, severity: "medium", hosts: 1 }],
  changes: {
    since: "2025-12-31T00:00:05.000Z",
    new: [exposed.finding_id],
    resolved: [
      { detection_id: "e", title: "An old fault", hostname: `old-01 ${hostile}` },
      { detection_id: disk.detection_id, title: disk.title, hostname: disk.hostname },
    ],
  },
};

/** An audit of three hosts with something in every part of it. */
export const audit: Investigation = {
  ...report,
  investigation_id: "inv_audit",
  query: "Security audit",
  curiosity_id: null,
  changes: undefined,
  summary: {
    ...report.summary!,
    narrative: `${posture.headline}\nFix first:\n1. It.\nSome edges could not be read, so there may be more paths: web-01 (sudoers).`,
    answer: null,
    posture,
  },
  findings: [...report.findings, exposed, disk],
};

/** The same of one host alone. */
export const auditOfOne: Investigation = {
  ...audit,
  summary: { ...audit.summary!, posture: { ...posture, host_count: 1 } },
};
