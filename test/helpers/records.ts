import type { DetectionDefinition } from "../../src/brain/detections/schema.ts";
import type { KindWords } from "../../src/brain/model/kind-words.ts";
import type { StatementResult } from "../../src/contract/plan.ts";
import type { Reading } from "../../src/contract/reading.ts";
import type {
  AcceptanceRecord,
  AgentRecord,
  InvestigationRecord,
  PolicyRecord,
} from "../../src/store/records.ts";

/** An agent of account `acc_1` with defaults for the fields a test does not check. */
export function agentRecord(over: Partial<AgentRecord> & { agent_id: string }): AgentRecord {
  return {
    id: `acc_1/${over.agent_id}`,
    account_id: "acc_1",
    hostname: over.agent_id,
    os: "linux",
    os_version: "12",
    arch: "x64",
    agent_version: "0.1.0",
    tags: {},
    reported_tags: {},
    pinned_key_id: null,
    addresses: [],
    tables: [],
    public_key: "",
    first_seen_at: "2026-11-01T00:00:00.000Z",
    last_heartbeat_at: "2026-11-01T00:00:00.000Z",
    ...over,
  };
}

export function reading(over: Partial<Reading> = {}): Reading {
  return {
    route: ["facts"],
    behaviour: "answer",
    text: "All users.",
    confidence: 0.9,
    detections: [],
    tables: ["users"],
    filters: [],
    aggregate: { type: "none", fields: [] },
    absent: null,
    hosts: [],
    tags: {},
    time_window: null,
    path: null,
    parts: null,
    sql: ["SELECT username FROM users"],
    merge_sql: null,
    suggestions: [],
    ...over,
  };
}

export function investigationRecord(over: Partial<InvestigationRecord> = {}): InvestigationRecord {
  return {
    id: "inv_01hv3k6z5w9m4q8r7t2y1x0c3b",
    account_id: "acc_1",
    query: "all users",
    depth: "standard",
    mode: "live",
    scope: { type: "selector", filter: {} },
    status: "queued",
    curiosity_id: null,
    started_at: "2026-11-01T00:00:00.000Z",
    dispatched_at: null,
    completed_at: null,
    estimated_completion_seconds: 5,
    reading: null,
    progress: null,
    progress_seq: 0,
    freshness: null,
    summary: null,
    error: null,
    timeline: [{ seq: 1, type: "status", status: "queued" }],
    attempts: 0,
    blob: null,
    due_at: 0,
    lease: null,
    ...over,
  };
}

/** A policy of account `acc_1` for every agent. */
export function policyRecord(over: Partial<PolicyRecord> = {}): PolicyRecord {
  return {
    id: "pol_1",
    account_id: "acc_1",
    name: "a policy",
    match: {},
    deny_tables: [],
    criticality: "normal",
    snapshot_interval: null,
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
    ...over,
  };
}

/** An acceptance of account `acc_1`: of `weak`, everywhere, with any evidence, without an end. */
export function acceptanceRecord(over: Partial<AcceptanceRecord> = {}): AcceptanceRecord {
  return {
    id: "acp_1",
    account_id: "acc_1",
    detection_id: "weak",
    title: "Weak thing",
    finding_id: "fnd_1",
    agent_id: null,
    hostname: null,
    tags: null,
    evidence: null,
    because: "a test host",
    until: null,
    accepted_by: { key_id: "key_1", name: null },
    accepted_at: "2026-11-01T00:00:00.000Z",
    ...over,
  };
}

export function statementResult(over: Partial<StatementResult> & { id: string }): StatementResult {
  const rows = over.rows ?? [];
  return {
    columns: [],
    rows,
    row_count: rows.length,
    truncated: false,
    gaps: [],
    error: null,
    duration_ms: 1,
    ...over,
  };
}

/** A detection of weak things, which are the rows of `things`. */
export function detectionDefinition(over: Partial<DetectionDefinition> = {}): DetectionDefinition {
  return {
    id: "weak",
    title: "Weak thing",
    description: "",
    kind: "weakness",
    severity: "high",
    attack: ["T1078"],
    remediation: "Strengthen it.",
    phrases: ["weak"],
    tables: ["things"],
    key: ["a"],
    platforms: { linux: { sql: "SELECT a FROM things" } },
    ...over,
  };
}

/** How a kind of data is put into words: its noun alone, unless said otherwise. */
export function kindWords(over: Partial<KindWords> = {}): KindWords {
  return { noun: "users", single: false, formats: {}, says: null, measure: null, ...over };
}
