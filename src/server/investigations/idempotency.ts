import { createHash } from "node:crypto";
import { canonicalJson } from "../../core/json.ts";
import type { Change, Expectation } from "../../store/port/store.ts";
import type { InvestigationServices } from "./services.ts";

/** How long a key is valid. */
const windowMs = 24 * 3_600_000;

export interface IdempotentRequest {
  accountId: string;
  key: string;
  /** The request without the key. */
  body: Record<string, unknown>;
}

/** The earlier use of a key. For an unused key, `expectation` must still hold when it is committed. */
export type EarlierUse =
  | { kind: "same"; response: Record<string, unknown> }
  | { kind: "different" }
  | { kind: "unused"; expectation: Expectation };

export async function findEarlierUse(
  { store, clock }: Pick<InvestigationServices, "store" | "clock">,
  request: IdempotentRequest,
): Promise<EarlierUse> {
  const id = recordId(request);
  const found = await store.find("idempotency", id);
  if (!found) {
    return { kind: "unused", expectation: { kind: "idempotency", id, is: "absent" } };
  }
  const { record, revision } = found;
  if (Date.parse(record.created_at) + windowMs <= clock.now()) {
    const expectation: Expectation = { kind: "idempotency", id, is: "unchanged", revision };
    return { kind: "unused", expectation };
  }
  return record.body_sha256 === hashBody(request.body)
    ? { kind: "same", response: record.response }
    : { kind: "different" };
}

/** The change that stores the first response, for the commit of the investigation it started. */
export function idempotencyChange(
  request: IdempotentRequest,
  answer: { response: Record<string, unknown>; investigationId: string; createdAt: string },
): Change {
  return {
    type: "put",
    kind: "idempotency",
    record: {
      id: recordId(request),
      account_id: request.accountId,
      body_sha256: hashBody(request.body),
      investigation_id: answer.investigationId,
      response: answer.response,
      created_at: answer.createdAt,
    },
  };
}

function recordId({ accountId, key }: IdempotentRequest): string {
  return `${accountId}/${key}`;
}

function hashBody(body: Record<string, unknown>): string {
  return createHash("sha256").update(canonicalJson(body)).digest("hex");
}
