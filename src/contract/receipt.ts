import { type Static, Type } from "typebox";
import { Nullable } from "./common.ts";

const strict = { additionalProperties: false } as const;

/** A result as signed by its agent; base64 except for the ids. */
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
      description: "Whether some receipts were not stored because of their number or size.",
    }),
    next_cursor: Nullable(Type.String()),
  },
  strict,
);
export type ReceiptPage = Static<typeof ReceiptPage>;

/** The result of verifying one receipt; the ids are those the receipt claims. */
export interface ReceiptCheck {
  plan_id: string;
  agent_id: string;
  key_id: string;
  /** Time by the agent's clock; null when the content can't be trusted. */
  signed_at: string | null;
  ok: boolean;
  /** The problem, or null. */
  problem: string | null;
}

/** Whether a finding matches its signed result; findings from a snapshot have no receipt. */
export interface FindingCheck {
  finding_id: string;
  detection_id: string;
  agent_id: string;
  hostname: string;
  title: string;
  status: "proven" | "failed" | "snapshot";
  /** The problem, or null. */
  problem: string | null;
}

/** The verification of all receipts of an investigation, offline. */
export interface ReceiptReport {
  investigation_id: string;
  /** No receipt and no finding failed. */
  ok: boolean;
  receipts: ReceiptCheck[];
  findings: FindingCheck[];
  /** Whether the service did not store all receipts. */
  truncated: boolean;
}
