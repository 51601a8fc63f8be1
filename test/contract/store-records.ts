import { newId } from "../../src/core/ids.ts";
import type {
  DeliveryRecord,
  InvestigationRecord,
  KeyRecord,
  SubscriptionRecord,
} from "../../src/store/records.ts";
import { investigationRecord } from "../helpers/records.ts";

/** A queued investigation, due at 0, with the given fields changed. */
export function anInvestigation(
  different: Partial<InvestigationRecord> & { id: string },
): InvestigationRecord {
  return investigationRecord({
    account_id: "acc_one",
    query: "which services listen on every interface?",
    started_at: "2026-01-01T00:00:00.000Z",
    ...different,
  });
}

export function aKey(different: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: newId("key", 0),
    account_id: "acc_one",
    name: null,
    scopes: ["investigations:read"],
    secret_sha256: "00".repeat(32),
    created_at: "2026-01-01T00:00:00.000Z",
    revoked_at: null,
    ...different,
  };
}

/** A delivery before its first attempt, due at 0, with the given fields changed. */
export function aDelivery(different: Partial<DeliveryRecord> & { id: string }): DeliveryRecord {
  return {
    account_id: "acc_one",
    event_id: "01234567-89ab-7def-8123-456789abcdef",
    event_type: "investigation.queued",
    subscription_id: "sub_one",
    url: "https://receiver.example/hooks",
    secrets: [],
    status: "pending",
    attempts: [],
    last_response_body: null,
    replay_of: null,
    replayed_as: null,
    created_at: "2026-01-01T00:00:00.000Z",
    due_at: 0,
    lease: null,
    ...different,
  };
}

/** An active subscription to everything, with what a test wants different. */
export function aSubscription(different: Partial<SubscriptionRecord> = {}): SubscriptionRecord {
  return {
    id: newId("sub", 0),
    account_id: "acc_one",
    url: "https://receiver.example/hooks",
    events: ["*"],
    filters: {},
    active: true,
    secrets: [],
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    ...different,
  };
}
