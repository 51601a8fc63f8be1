import type {
  Estate,
  Hop,
  HostFacts,
  Path,
  PathOutcome,
  PathRequest,
} from "../../src/brain/pathfinder/model/types.ts";
import { createEstate } from "../../src/brain/pathfinder/query/create-estate.ts";
import type { EdgeRule, FactRule } from "../../src/brain/pathfinder/rules/edge-rule.ts";
import type { NodeType } from "../../src/brain/pathfinder/rules/nodes.ts";
import type { StatementResult } from "../../src/contract/plan.ts";
import type { PathEnd, PathQuestion } from "../../src/contract/reading.ts";

type Row = Record<string, string | number | null | undefined>;

/** One host by name, given by the rows its rules return. */
export interface HostSketch extends Partial<Omit<HostFacts, "results" | "hostname">> {
  /** Rows by rule or fact. Others return no rows. */
  rows?: Record<string, Row[]>;
  /** Rules or facts that failed. */
  unanswered?: string[];
}

const shapes: [id: string, edge: string, from: NodeType, to: NodeType, cost: number][] = [
  ["sudo_root", "SudoRoot", "user", "user", 1],
  ["group_root", "GroupRoot", "user", "user", 1],
  ["writes_user_job", "WritesUserJob", "user", "user", 2],
  ["impersonates", "Impersonates", "user", "user", 1],
  ["holds_key", "HoldsKey", "user", "key", 1],
  ["key_opens", "KeyOpens", "key", "user", 1],
  ["key_forwards", "KeyForwards", "key", "relay", 1],
  ["holds_authority", "HoldsAuthority", "user", "authority", 1],
  ["holds_certificate", "HoldsCertificate", "user", "authority", 1],
  ["cert_opens", "CertOpens", "authority", "user", 1],
  ["password_login", "PasswordLogin", "service", "user", 5],
  ["service_open", "ServiceOpen", "service", "user", 1],
  ["runs_as", "RunsAs", "service", "user", 7],
  ["reads_secret", "ReadsSecret", "user", "service", 5],
  ["reads_login", "ReadsLogin", "user", "user", 5],
  ["writes_remote_job", "WritesRemoteJob", "user", "user", 2],
  ["container_escape", "ContainerEscape", "container", "user", 1],
  ["holds_cluster", "HoldsCluster", "user", "credential", 1],
  ["cluster_node", "ClusterNode", "credential", "user", 1],
  ["holds_role", "HoldsRole", "user", "credential", 1],
];

const words: Record<string, Pick<EdgeRule, "words" | "words_in">> = {
  key_opens: { words: ["ssh"] },
  cert_opens: { words: ["ssh"] },
  password_login: { words: ["ssh"] },
  group_root: { words: ["docker", "lxd"], words_in: "service" },
  writes_user_job: { words: ["cron", "systemd"], words_in: "source" },
};

/** Edge rules without SQL: the sketches give their rows. */
export const sketchRules: EdgeRule[] = shapes.map(([id, edge, from, to, cost]) => ({
  id,
  edge,
  title: edge,
  description: edge,
  from,
  to,
  cost,
  attack: [],
  ...words[id],
  sentence: `${edge}: {from} gets to {to}.`,
  remediation: id === "impersonates" ? null : `Repair ${edge} of {from} on {host}.`,
  platforms: { linux: `SELECT '${id}'`, windows: `SELECT '${id}'` },
}));

const factIds = [
  "addresses",
  "listeners",
  "inbound_filters",
  "outbound_filters",
  "flows",
  "members",
  "logins",
];
export const sketchFacts: FactRule[] = factIds.map((id) => ({
  id,
  description: id,
  platforms: { linux: `SELECT '${id}'`, windows: `SELECT '${id}'` },
}));

function answered(id: string, rows: Row[]): StatementResult {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    id,
    columns,
    rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
    row_count: rows.length,
    truncated: false,
    gaps: [],
    error: null,
    duration_ms: 1,
  };
}

const refused = (id: string): StatementResult => ({
  ...answered(id, []),
  error: { reason: "denied", message: `${id}: permission denied` },
});

export function hostFacts(hostname: string, sketch: HostSketch = {}): HostFacts {
  const { rows = {}, unanswered = [], ...given } = sketch;
  const ids = [...sketchRules, ...sketchFacts].map(({ id }) => id);
  const results = new Map(
    ids.map((id) => [id, unanswered.includes(id) ? refused(id) : answered(id, rows[id] ?? [])]),
  );
  return {
    agent_id: `agt_${hostname}`,
    hostname,
    os: "linux",
    addresses: [],
    tags: {},
    criticality: "normal",
    collectedAt: "2026-11-20T10:00:00.000Z",
    source: "live",
    ...given,
    results,
  };
}

export function estateOf(hosts: Record<string, HostSketch>, nowMs = 1_800_000_000_000): Estate {
  const clock = { now: () => nowMs };
  const estate = createEstate({ rules: sketchRules, facts: sketchFacts, clock });
  for (const [hostname, sketch] of Object.entries(hosts))
    estate.replace(hostFacts(hostname, sketch));
  return estate;
}

/** The rows of a host with sshd on port 22 and one address in 10.0.1.0/24. */
export function sshHost(address: string, rows: Record<string, Row[]> = {}): Record<string, Row[]> {
  return {
    addresses: [{ address, mask: "255.255.255.0", interface: "eth0" }],
    listeners: [
      { address: "0.0.0.0", port: 22, protocol: 6, process_name: "sshd", username: "root" },
    ],
    ...rows,
  };
}

/** Parses an end of a question, such as "alice@web-1" or "root on db-1". */
export function endOf(text: string): PathEnd {
  const [, user, at] = /^(\S+)@(\S+)$/.exec(text) ?? [];
  if (user !== undefined) return { kind: "user", name: user, host: at! };
  const [, priv, on] = /^(root|user|any) on (\S+)$/.exec(text) ?? [];
  if (priv !== undefined) return { kind: "host", name: on!, priv: priv as PathEnd["priv"] };
  const [, kind, name] = /^(\w+):(.+)$/.exec(text) ?? [];
  if (kind !== undefined) return { kind: kind as PathEnd["kind"], name: name! };
  return { kind: text as PathEnd["kind"] };
}

export function asking(
  from: string | PathEnd,
  to: string | PathEnd,
  more: Partial<PathQuestion> & Partial<Omit<PathRequest, "question">> = {},
): PathRequest {
  const { agentIds = null, k = 5, maxSteps = 8, timeoutMs = 10_000, ...question } = more;
  const [a, b] = [from, to].map((end) => (typeof end === "string" ? endOf(end) : end));
  return {
    question: { from: a!, to: b!, mode: "find", ...question },
    agentIds,
    k,
    maxSteps,
    timeoutMs,
  };
}

/**
 * A hop as text, such as "HoldsKey alice@web-1 > key SHA256:k1", with the reason if it isn't
 * proven.
 */
export function hopText({ rule, from, to, state, why }: Hop): string {
  const known = state === "proven" ? "" : ` (${state}: ${why})`;
  return `${rule.edge} ${from.label} > ${to.label}${known}`;
}

export const pathText = (path: Path): string[] => path.hops.map(hopText);

export function pathsOf(outcome: PathOutcome): string[][] {
  return outcome.paths.map(pathText);
}
