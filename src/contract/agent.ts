import { type Static, Type } from "typebox";
import { GivenTags, Nullable, Tags, Timestamp } from "./common.ts";
import { agentStatuses } from "./enums.ts";

export { agentStatuses } from "./enums.ts";

const strict = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1, maxLength: 255 });
/**
 * With * and not +: in a process that has compiled many patterns V8 no longer optimizes new ones, and
 * then each repetition after a first one takes room on a stack, too much for 16 MiB. Without minLength, for
 * which the validator would count the characters of all of them once more.
 */
const base64 = (maxLength: number) =>
  Type.String({ pattern: "^[A-Za-z0-9+/][A-Za-z0-9+/]*={0,2}$", maxLength });

export const TableName = Type.String({ pattern: "^[a-z][a-z0-9_]{0,63}$", maxLength: 64 });

/** A key that tried to use the agent's id and is rejected until an operator approves it. */
export const PendingKey = Type.Object(
  {
    fingerprint: Type.String({ description: "SHA-256 of the key, in the format of ssh-keygen." }),
    certificate_subject: Nullable(Type.String()),
    last_seen_at: Timestamp,
  },
  strict,
);
export type PendingKey = Static<typeof PendingKey>;

/** An endpoint agent as the API returns it. */
export const Agent = Type.Object(
  {
    agent_id: Type.String(),
    hostname: Type.String(),
    status: Type.Enum([...agentStatuses]),
    os: Type.String(),
    os_version: Type.String(),
    arch: Type.String(),
    agent_version: Type.String(),
    tags: Tags,
    policies: Type.Array(Type.String()),
    addresses: Type.Array(Type.String()),
    first_seen_at: Timestamp,
    last_heartbeat_at: Nullable(Timestamp),
    tables: Type.Integer(),
    pending_key: Type.Optional(PendingKey),
  },
  strict,
);
export type Agent = Static<typeof Agent>;

export const AgentPatch = Type.Object({ tags: Type.Optional(GivenTags) }, strict);
export type AgentPatch = Static<typeof AgentPatch>;

/** Approves the agent's pending key. */
export const AgentApproval = Type.Object(
  {
    fingerprint: Type.String({
      minLength: 1,
      maxLength: 64,
      description: "The fingerprint in `pending_key`, compared with the one in the agent's log.",
    }),
  },
  strict,
);
export type AgentApproval = Static<typeof AgentApproval>;

const facts = {
  hostname: Name,
  os: Name,
  os_version: Name,
  arch: Name,
  agent_version: Name,
  tags: GivenTags,
  addresses: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 256 }),
  /** Names of the tables the agent can answer from. */
  tables: Type.Array(TableName, { maxItems: 500 }),
  /** The plan key that the agent pins; null when it checks only the MAC. */
  pinned_key_id: Nullable(Type.String({ pattern: "^[0-9a-f]{16}$", maxLength: 16 })),
};

export const agentIdFormat = "agent_id";
const AgentId = Type.String({
  minLength: 1,
  maxLength: 255,
  format: agentIdFormat,
  description: "Any text except `.` and `..`, which are not valid path segments.",
});

/** The facts that an agent reports when it starts. */
export const RegisterRequest = Type.Object(
  {
    agent_id: AgentId,
    ...facts,
    public_key: Type.String({
      pattern: "^[A-Za-z0-9+/]{43}=$",
      maxLength: 44,
      description: "The agent's Ed25519 public key: 32 bytes, base64.",
    }),
  },
  strict,
);
export type RegisterRequest = Static<typeof RegisterRequest>;

/** The facts that have changed since. */
export const HeartbeatRequest = Type.Partial(Type.Object(facts, strict), strict);
export type HeartbeatRequest = Static<typeof HeartbeatRequest>;

/** The longest wait of a poll that an agent may request, in seconds. */
export const maxWaitSeconds = 60;

/** An agent's settings; `revision` changes whenever another field does. */
export const AgentSettings = Type.Object(
  {
    agent_id: Type.String(),
    wait_seconds: Type.Integer(),
    snapshot_interval_seconds: Type.Integer(),
    denied_tables: Type.Array(Type.String()),
    revision: Type.String(),
  },
  strict,
);
export type AgentSettings = Static<typeof AgentSettings>;

/** Header of every poll response with the revision of the agent's settings. */
export const settingsHeader = "x-agent-settings";

export const PlanList = Type.Object(
  {
    plans: Type.Array(
      Type.Object(
        {
          payload: Type.String(),
          signature: Type.String(),
          mac: Type.String(),
          key_id: Type.String(),
        },
        strict,
      ),
    ),
  },
  strict,
);
export type PlanList = Static<typeof PlanList>;

/** Limit of the bodies that agents sign: results and snapshots. */
export const maxSignedBytes = 16 << 20;

/** Canonical JSON in base64, and the agent's Ed25519 signature of those bytes. */
export const Signed = Type.Object(
  { payload: base64(maxSignedBytes), signature: base64(88) },
  strict,
);

/** `late`: the run no longer waits for this result. */
export const ResultReceived = Type.Object(
  { plan_id: Type.String(), status: Type.Enum(["accepted", "duplicate", "late"]) },
  strict,
);
export type ResultReceived = Static<typeof ResultReceived>;

/** Tables whose rows the server lacks: it has none, or rows with a different hash. */
export const SnapshotReceived = Type.Object({ missing: Type.Array(Type.String()) }, strict);
export type SnapshotReceived = Static<typeof SnapshotReceived>;
