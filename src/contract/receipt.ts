import { type Static, Type } from "typebox";
import { Nullable } from "./common.ts";

const strict = { additionalProperties: false } as const;

/** A result as its agent signed it; base64 but for the ids. */
export const Receipt = Type.Object(
  {
    plan_id: Type.String(),
    agent_id: Type.String(),
    key_id: Type.String({ description: "First 16 hex digits of the key's SHA-256." }),
    public_key: Type.String({ description: "The agent's Ed25519 key: 32 bytes, base64." }),
    payload: Type.String({ description: "Base64 of the signed bytes: canonical JSON." }),
    signature: Type.String({ description: "Ed25519 over the payload's bytes, base64." }),
  },
  strict,
);
export type Receipt = Static<typeof Receipt>;

export const ReceiptPage = Type.Object(
  {
    receipts: Type.Array(Receipt),
    truncated: Type.Boolean({
      description: "Whether receipts of this investigation were too many or too large to keep.",
    }),
    next_cursor: Nullable(Type.String()),
  },
  strict,
);
export type ReceiptPage = Static<typeof ReceiptPage>;

/** How the check of one receipt came out; ids are what the receipt claims. */
export interface ReceiptCheck {
  plan_id: string;
  agent_id: string;
  key_id: string;
  /** By the agent's clock; null when the content can't be trusted. */
  signed_at: string | null;
  ok: boolean;
  /** What is wrong, or null. */
  problem: string | null;
}

/** Whether a finding is what an agent signed; one from a snapshot has no receipt to check. */
export interface FindingCheck {
  finding_id: string;
  detection_id: string;
  agent_id: string;
  hostname: string;
  title: string;
  status: "proven" | "failed" | "snapshot";
  /** What is wrong, or null. */
  problem: string | null;
}

/** Every receipt of an investigation checked again, without asking any agent. */
export interface ReceiptReport {
  investigation_id: string;
  /** No receipt and no finding failed. */
  ok: boolean;
  receipts: ReceiptCheck[];
  findings: FindingCheck[];
  /** Whether the service had more receipts than it keeps. */
  truncated: boolean;
}
