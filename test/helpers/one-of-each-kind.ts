import { newId } from "../../src/core/ids.ts";
import type { Change } from "../../src/store/port/store.ts";
import type { Kind, Records } from "../../src/store/records.ts";
import { aDelivery, aKey, aSubscription } from "../contract/store-records.ts";
import { acceptanceRecord, agentRecord, investigationRecord, policyRecord } from "./records.ts";

const account = { account_id: "acc_1" };
const at = "2026-11-01T00:00:00.000Z";

/** A record of every kind, with texts that stores may change; the compiler reports a missing kind. */
export function oneOfEachKind(seal: (secret: string) => string): { [K in Kind]: Records[K] } {
  const sealed = seal("whsec_first");
  return {
    account: { id: "acc_1", ...account, name: "default", created_at: at },
    key: aKey({ ...account, name: "NUL \0, a lone surrogate \ud800, and 🔑" }),
    investigation: investigationRecord({
      query: "what\0is it?",
      blob: "investigation/inv_1",
      lease: { worker: "w", until: 5 },
    }),
    idempotency: {
      id: "acc_1/key\0of a client",
      ...account,
      body_sha256: "00",
      investigation_id: "inv_1",
      response: { z: 1, a: { b: [1.5, null, true], 10: "x" } },
      created_at: at,
    },
    verdict: {
      id: "inv_1/fnd_1",
      ...account,
      detection_id: "weak",
      investigation_id: "inv_1",
      finding_id: "fnd_1",
      verdict: "true_positive",
      note: null,
      created_at: at,
    },
    acceptance: acceptanceRecord(),
    agent: agentRecord({ agent_id: "web-1" }),
    snapshot: {
      id: "acc_1/web-1",
      ...account,
      collected_at: at,
      blob: "snapshot/web-1",
      index: { offset: 0, length: 2 },
      tables: { users: at },
    },
    policy: policyRecord(),
    event: {
      id: "01234567-89ab-7def-8123-456789abcdef",
      ...account,
      event: { z: "the order of keys", a: "counts" } as unknown as Records["event"]["event"],
    },
    subscription: aSubscription({
      ...account,
      secrets: [
        { sealed, until: null },
        { sealed: seal("whsec_replaced"), until: at },
      ],
    }),
    delivery: aDelivery({ id: newId("dlv", 0), ...account, secrets: [sealed] }),
    curiosity: {
      id: newId("cur", 0),
      ...account,
      query: "which users have uid 0?",
      interval: "24h",
      scope: { type: "selector", filter: {} },
      depth: "standard",
      active: true,
      first_run_at: at,
      slot_at: 86_400_000,
      last_slot_at: null,
      last_run_at: null,
      last_investigation_id: null,
      last_status: null,
      last_completed_id: null,
      run_count: 0,
      created_at: at,
      updated_at: at,
      due_at: 86_400_000,
      lease: null,
    },
  };
}

/** The changes that put a record of every kind. */
export function putOneOfEachKind(seal: (secret: string) => string): Change[] {
  return Object.entries(oneOfEachKind(seal)).map(
    ([kind, record]) => ({ type: "put", kind, record }) as Change,
  );
}
