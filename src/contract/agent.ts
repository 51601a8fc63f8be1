import { type Static, Type } from "typebox";
import { Nullable, Tags, Timestamp } from "./common.ts";

const strict = { additionalProperties: false } as const;

export const agentStatuses = ["Connected", "Disconnected"] as const;
/** One endpoint agent as the fleet listing shows it. */
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
  },
  strict,
);
export type Agent = Static<typeof Agent>;
