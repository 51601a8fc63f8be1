import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";
import { decodeBase64 } from "../../plan/decode-base64.ts";
import { fingerprintOf, publicKeyBytes } from "../../plan/signing-key.ts";
import { requestBrain, type BrainAddress, type BrainResponse, reasonOf } from "./request-brain.ts";

/** The brain's plan key, for somebody to compare before it is pinned. */
export interface OfferedPlanKey {
  /** 32 bytes, base64. */
  publicKey: string;
  fingerprint: string;
}

export async function fetchPlanKey(brain: BrainAddress): Promise<OfferedPlanKey> {
  const { status, body } = await answerOf(brain);
  const { public_key } = (body ?? {}) as { public_key?: unknown };
  const bytes = typeof public_key === "string" ? decodeBase64(public_key) : null;
  if (status === 200 && bytes?.length === publicKeyBytes)
    return { publicKey: bytes.toString("base64"), fingerprint: fingerprintOf(bytes) };
  throw new AppError(
    "unexpected_response",
    `What answers at ${brain.url} is no inquest server (GET /v1/plan-key gave ${status}).`,
    { hint: "Check the brain's address.", exit: exitCodes.failed },
  );
}

async function answerOf(brain: BrainAddress): Promise<BrainResponse> {
  try {
    return await requestBrain(brain, { method: "GET", path: "/v1/plan-key" });
  } catch (cause) {
    throw new AppError(
      "server_unreachable",
      `The plan key can't be fetched from ${brain.url} (${reasonOf(cause)}).`,
      {
        hint: "Check the address and, for an authority of your own, --ca-cert.",
        exit: exitCodes.unreachable,
        cause,
      },
    );
  }
}
