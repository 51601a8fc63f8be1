import { type Static, Type } from "typebox";
import { Timestamp } from "./common.ts";

const strict = { additionalProperties: false } as const;
const key = {
  public_key: Type.String({ description: "32 bytes, base64." }),
  key_id: Type.String({ description: "The first 16 hex digits of the public key's SHA-256." }),
};

/** A replaced key that signs until it expires, for the agents that pin it. */
export const PreviousPlanKey = Type.Object({ ...key, expires_at: Timestamp }, strict);

/** The public half of the key that signs plans; agents pin it. */
export const PlanKey = Type.Object(
  {
    algorithm: Type.Literal("ed25519"),
    ...key,
    fingerprint: Type.String({
      description: "`SHA256:` and the public key's SHA-256 in base64, for comparison by people.",
    }),
    previous: Type.Array(PreviousPlanKey, { description: "Newest first." }),
  },
  strict,
);
export type PlanKey = Static<typeof PlanKey>;

/** Agents that pin a key: their number, and the ids of the first ones. */
export interface PinningAgents {
  count: number;
  agent_ids: string[];
}

/** The plan keys and the agents that pin them, for administrators. */
export interface PlanKeyReport extends PlanKey {
  pinned_by: PinningAgents;
  previous: (Static<typeof PreviousPlanKey> & { pinned_by: PinningAgents })[];
  /** Agents that pin a key which no longer signs; they refuse every plan. */
  stranded: PinningAgents;
}
