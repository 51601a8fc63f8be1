import { isoTime } from "../../core/clock.ts";
import type { Versioned } from "../../store/port/store.ts";
import type { DeliveryRecord } from "../../store/records.ts";
import type { AttemptOutcome, Sender } from "../types.ts";
import { type NextAttempt, nextAttempt, type Schedule } from "./next-attempt.ts";
import { prepareRequest, type RequestSources } from "./prepare-request.ts";
import { recordAttempt } from "./record-attempt.ts";

export interface AttemptServices extends RequestSources {
  sender: Pick<Sender, "send">;
  schedule: Schedule;
  /** Called for unexpected errors: bugs, or failures of this machine. */
  onError(error: unknown, deliveryId: string | null): void;
}

/** Makes one attempt and records it. Returns the new delivery, or null if it changed meanwhile. */
export async function attemptDelivery(
  delivery: Versioned<DeliveryRecord>,
  services: AttemptServices,
  { stopping, cutOff }: { stopping: AbortSignal; cutOff: AbortSignal },
): Promise<DeliveryRecord | null> {
  const { clock, store, schedule, onError } = services;
  const startedMs = clock.now();
  const { outcome, isPermanent } = await attempt(delivery.record, services);
  // The outcome is unknown, so the attempt is repeated at the next start.
  if (cutOff.aborted) return null;
  const number = delivery.record.attempts.length + 1;
  const next: NextAttempt = isPermanent
    ? { status: "failed_permanent" }
    : nextAttempt(outcome, { number, schedule, nowMs: clock.now() });
  return recordAttempt(
    delivery,
    (before) => withAttempt(before, { number, at: isoTime(startedMs), outcome, next }),
    { store, signal: stopping, onError: (error) => onError(error, delivery.record.id) },
  );
}

async function attempt(
  delivery: DeliveryRecord,
  services: AttemptServices,
): Promise<{ outcome: AttemptOutcome; isPermanent: boolean }> {
  try {
    const prepared = await prepareRequest(delivery, services);
    return prepared.ok
      ? { outcome: await services.sender.send(prepared.request), isPermanent: false }
      : { outcome: unsent(prepared.reason), isPermanent: true };
  } catch (error) {
    services.onError(error, delivery.id);
    const reason = "The server could not make this request; see the server log.";
    return { outcome: unsent(reason), isPermanent: false };
  }
}

const unsent = (error: string): AttemptOutcome => ({
  response_code: null,
  response_body: null,
  error,
  duration_ms: 0,
});

function withAttempt(
  before: DeliveryRecord,
  {
    number,
    at,
    outcome: { response_body, response_code, error, duration_ms },
    next,
  }: { number: number; at: string; outcome: AttemptOutcome; next: NextAttempt },
): DeliveryRecord {
  const isFinished = next.status !== "retrying";
  return {
    ...before,
    status: next.status,
    attempts: [...before.attempts, { number, at, response_code, error, duration_ms }],
    last_response_body: response_body,
    due_at: isFinished ? null : next.dueMs,
    lease: null,
    // A finished delivery needs no secrets.
    ...(isFinished && { secrets: [] }),
  };
}
