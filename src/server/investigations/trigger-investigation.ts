import { linksOf } from "../../brain/run/investigation-row.ts";
import { type Depth, everyAgent, type Scope } from "../../contract/common.ts";
import type { TriggerRequest, TriggerResponse } from "../../contract/investigation.ts";
import { isoTime } from "../../core/clock.ts";
import type { Issue } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Change, Expectation } from "../../store/port/store.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import { apiError, invalid } from "../http/errors.ts";
import { scopeIssues } from "../limits/scope-issues.ts";
import { followedBy } from "./find-investigation.ts";
import { findEarlierUse, type IdempotentRequest, idempotencyChange } from "./idempotency.ts";
import { queuedEvent } from "./queued-event.ts";
import type { InvestigationServices } from "./services.ts";

export type TriggerServices = Pick<
  InvestigationServices,
  "store" | "clock" | "emit" | "freshness" | "wake"
>;

export interface Trigger {
  accountId: string;
  request: TriggerRequest;
  /** From the Idempotency-Key header. */
  headerKey?: string | undefined;
  /** The scheduled question that starts this run, and the earlier run that it is compared with. */
  curiosity?: { itemId: string; comparedWith: string | null };
}

/** Additional changes and expectations of the commit that queues an investigation. */
export interface CommitAdditions {
  changes: Change[];
  expectations: Expectation[];
}

/** An investigation that is about to be queued. */
export interface Queued {
  record: InvestigationRecord;
  response: TriggerResponse;
}

const estimatedSeconds: Record<Depth, number> = { quick: 5, standard: 15, deep: 60 };

/** Queues an investigation, or repeats the first response when the idempotency key was used before. */
export async function triggerInvestigation(
  services: TriggerServices,
  trigger: Trigger,
): Promise<TriggerResponse> {
  const issues = checkTrigger(trigger);
  if (issues.length > 0) throw invalid(...issues);
  const idempotent = idempotentRequest(trigger);
  if (!idempotent) return (await queueInvestigation(services, trigger)).response;
  for (;;) {
    const before = await findEarlierUse(services, idempotent);
    if (before.kind === "same") return before.response as TriggerResponse;
    if (before.kind === "different") throw apiError("idempotency_conflict");
    const outcome = await queueInvestigation(services, trigger, (queued) => ({
      changes: [responseChange(idempotent, queued)],
      expectations: [before.expectation],
    }));
    // Of two requests with one key the first commit wins; the other finds its response in the next iteration.
    if (outcome.ok) return outcome.response;
  }
}

function checkTrigger({ request, headerKey }: Trigger): Issue[] {
  const issues = scopeIssues(request.scope);
  const bodyKey = request.idempotency_key;
  if (headerKey !== undefined && bodyKey !== undefined && headerKey !== bodyKey) {
    issues.push({ path: "idempotency_key", message: "differs from the Idempotency-Key header" });
  }
  return issues;
}

function idempotentRequest({ accountId, request, headerKey }: Trigger): IdempotentRequest | null {
  const { idempotency_key: bodyKey, ...body } = request;
  const key = headerKey ?? bodyKey;
  return key === undefined ? null : { accountId, key, body };
}

const noAdditions = (): CommitAdditions => ({ changes: [], expectations: [] });

/** Queues an investigation in one commit with the changes from `join`; not ok when an expectation failed. */
export async function queueInvestigation(
  services: TriggerServices,
  trigger: Trigger,
  join: (queued: Queued) => CommitAdditions = noAdditions,
): Promise<{ ok: boolean; response: TriggerResponse }> {
  const record = await draftInvestigation(services, trigger);
  const response = toResponse(record);
  const joined = join({ record, response });
  const changes: Change[] = [
    { type: "put", kind: "investigation", record },
    ...services.emit(queuedEvent(record)),
    ...joined.changes,
  ];
  const { ok } = await services.store.commit(changes, joined.expectations);
  if (ok) services.wake();
  return { ok, response };
}

function responseChange(request: IdempotentRequest, { record, response }: Queued): Change {
  const answer = { response, investigationId: record.id, createdAt: record.started_at };
  return idempotencyChange(request, answer);
}

async function draftInvestigation(
  { store, clock, freshness }: TriggerServices,
  { accountId, request, curiosity }: Trigger,
): Promise<InvestigationRecord> {
  const { depth = "standard", mode = "auto" } = request;
  const followed = await followedBy(store, { accountId, id: request.follow_up_of });
  // A follow-up is about the same hosts, unless it names others.
  const scope: Scope = request.scope ?? followed?.scope ?? everyAgent;
  const nowMs = clock.now();
  return {
    id: newId("inv", nowMs),
    account_id: accountId,
    query: request.query.trim(),
    depth,
    mode,
    scope,
    status: "queued",
    curiosity_id: curiosity?.itemId ?? null,
    ...(followed && { follow_up_of: followed.id }),
    ...(curiosity?.comparedWith && { compared_with: curiosity.comparedWith }),
    started_at: isoTime(nowMs),
    dispatched_at: null,
    completed_at: null,
    estimated_completion_seconds: estimatedSeconds[depth],
    reading: null,
    progress: null,
    progress_seq: 0,
    freshness: mode === "live" ? null : await freshness(accountId, { scope, mode, depth }),
    summary: null,
    error: null,
    timeline: [{ seq: 1, type: "status", status: "queued" }],
    attempts: 0,
    blob: null,
    due_at: nowMs,
    lease: null,
  };
}

function toResponse(record: InvestigationRecord): TriggerResponse {
  return {
    investigation_id: record.id,
    status: "queued",
    estimated_completion_seconds: record.estimated_completion_seconds,
    links: linksOf(record.id),
    ...(record.freshness && { freshness: record.freshness }),
  };
}
