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
  /** Told of every error that is a bug of ours, or of the machine. */
  onError(error: unknown, deliveryId: string | null): void;
}

/** Makes one attempt and records it; the delivery as it is then, or null if it is no longer ours. */
export async function attemptDelivery(
  delivery: Versioned<DeliveryRecord>,
  services: AttemptServices,
  { stopping, cutOff }: { stopping: AbortSignal; cutOff: AbortSignal },
): Promise<DeliveryRecord | null> {
  const { clock, store, schedule, onError } = services;
  const startedMs = clock.now();
  const { outcome, isHopeless } = await attempt(delivery.record, services);
  // How this one would have ended nobody knows: it is made again at the next start.
  if (cutOff.aborted) return null;
  const number = delivery.record.attempts.length + 1;
  const next: NextAttempt = isHopeless
    ? { status: "failed_permanent" }
    : nextAttempt(outcome, { number, schedule, nowMs: clock.now() });
  return recordAttempt(
    delivery,
    (before) => attempted(before, { number, at: isoTime(startedMs), outcome, next }),
    { store, signal: stopping, onError: (error) => onError(error, delivery.record.id) },
  );
}

async function attempt(
  delivery: DeliveryRecord,
  services: AttemptServices,
): Promise<{ outcome: AttemptOutcome; isHopeless: boolean }> {
  try {
    const prepared = await prepareRequest(delivery, services);
    return prepared.ok
      ? { outcome: await services.sender.send(prepared.request), isHopeless: false }
      : { outcome: unsent(prepared.reason), isHopeless: true };
  } catch (error) {
    services.onError(error, delivery.id);
    const reason = "The server could not make this request; its log says why.";
    return { outcome: unsent(reason), isHopeless: false };
  }
}

const unsent = (error: string): AttemptOutcome => ({
  response_code: null,
  response_body: null,
  error,
  duration_ms: 0,
});

function attempted(
  before: DeliveryRecord,
  {
    number,
    at,
    outcome: { response_body, response_code, error, duration_ms },
    next,
  }: { number: number; at: string; outcome: AttemptOutcome; next: NextAttempt },
): DeliveryRecord {
  const isOver = next.status !== "retrying";
  return {
    ...before,
    status: next.status,
    attempts: [...before.attempts, { number, at, response_code, error, duration_ms }],
    last_response_body: response_body,
    due_at: isOver ? null : next.dueMs,
    lease: null,
    // What is over signs no more.
    ...(isOver && { secrets: [] }),
  };
}
