import { AppError } from "../../core/errors.ts";
import { decodeBase64 } from "../../plan/decode-base64.ts";
import { fingerprintOf, publicKeyBytes } from "../../plan/signing-key.ts";
import { type BrainAddress, type BrainResponse, reasonOf, requestBrain } from "./request-brain.ts";

/** The brain's plan key, to be compared by a person before it is pinned. */
export interface OfferedPlanKey {
  /** 32 bytes, base64. */
  publicKey: string;
  fingerprint: string;
}

export async function fetchPlanKey(brain: BrainAddress): Promise<OfferedPlanKey> {
  const { status, body } = await fetchResponse(brain);
  const { public_key } = (body ?? {}) as { public_key?: unknown };
  const bytes = typeof public_key === "string" ? decodeBase64(public_key) : null;
  if (status === 200 && bytes?.length === publicKeyBytes)
    return { publicKey: bytes.toString("base64"), fingerprint: fingerprintOf(bytes) };
  throw new AppError(
    "unexpected_response",
    `${brain.url} is not an inquest server (GET /v1/plan-key returned ${status}).`,
    { hint: "Check the server's URL.", kind: "failed" },
  );
}

async function fetchResponse(brain: BrainAddress): Promise<BrainResponse> {
  try {
    return await requestBrain(brain, { method: "GET", path: "/v1/plan-key" });
  } catch (cause) {
    throw new AppError(
      "server_unreachable",
      `The plan key can't be fetched from ${brain.url} (${reasonOf(cause)}).`,
      {
        hint: "Check the URL and, if your own CA signed its certificate, the CA certificate.",
        kind: "unreachable",
        cause,
      },
    );
  }
}
