import type { Delivery, QueuedDelivery } from "../../../contract/webhook.ts";
import { AppError } from "../../../core/errors.ts";
import type { Replayable, Replayed, ReplayReport } from "../../../ui/views/replay.ts";

/** The effects of a bulk replay. */
export interface ReplayEffects {
  replay(id: string): Promise<QueuedDelivery>;
  /** A replay after its first attempt; undefined when that isn't seen in good time. */
  attempted(id: string): Promise<Delivery | undefined>;
  latest(id: string): Delivery | undefined;
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
  onProgress(phase: ReplayPhase, report: ReplayReport): void;
}

export type ReplayPhase = "probing" | "replaying" | "waiting";

export interface ReplayOptions {
  /** From one replay to the next. */
  everyMs: number;
  /** Whether to replay the oldest delivery of each subscription first and wait for its outcome. */
  probe: boolean;
}

export interface ReplayEnd {
  report: ReplayReport;
  /** The error that ended it early. */
  stopped: unknown;
}

/** Replays deliveries, oldest first; returns a report even if it ends early. */
export async function replayAll(
  letters: Replayable[],
  { everyMs, probe }: ReplayOptions,
  effects: ReplayEffects,
): Promise<ReplayEnd> {
  const { signal } = effects;
  const report: ReplayReport = {
    matched: letters.length,
    replayed: [],
    left_alone: [],
    refused: [],
  };
  const send = pacedSender(report, everyMs, effects);
  let stopped: unknown;
  try {
    const rest = probe ? await probeEach(letters, report, send, effects) : letters;
    for (const letter of rest) {
      await send(letter);
      effects.onProgress("replaying", report);
    }
    effects.onProgress("waiting", report);
    await untilAborted(
      signal,
      Promise.all(report.replayed.map((one) => effects.attempted(one.delivery_id))),
    );
  } catch (error) {
    stopped = error;
  }
  return { report: withOutcomes(report, effects.latest), stopped };
}

/** The report with the latest outcome of each replay. */
export function withOutcomes(report: ReplayReport, latest: ReplayEffects["latest"]): ReplayReport {
  return { ...report, replayed: report.replayed.map((one) => asSeen(one, latest)) };
}

type Send = (letter: Replayable) => Promise<Replayed | AppError>;

/** Replays one, no sooner than `everyMs` after the one before. */
function pacedSender(report: ReplayReport, everyMs: number, effects: ReplayEffects): Send {
  const { now, sleep, signal } = effects;
  let nextMs = now();
  return async ({ delivery_id: replay_of, subscription_id }) => {
    signal.throwIfAborted();
    if (nextMs > now()) await sleep(nextMs - now(), signal);
    nextMs = Math.max(now(), nextMs) + everyMs;
    try {
      const { delivery_id, status } = await effects.replay(replay_of);
      const replayed = {
        delivery_id,
        replay_of,
        subscription_id,
        status,
        response_code: null,
        error: null,
      };
      report.replayed.push(replayed);
      return replayed;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      report.refused.push({ delivery_id: replay_of, subscription_id, error: error.message });
      return error;
    }
  };
}

/** Replays the oldest of each subscription; the rest of those to which it was delivered. */
async function probeEach(
  letters: Replayable[],
  report: ReplayReport,
  send: Send,
  effects: ReplayEffects,
): Promise<Replayable[]> {
  const oldest = new Map<string, Replayable>();
  for (const letter of letters) {
    if (!oldest.has(letter.subscription_id)) oldest.set(letter.subscription_id, letter);
  }
  const probes = new Map<string, Replayed | AppError>();
  for (const [subscription, letter] of oldest) {
    probes.set(subscription, await send(letter));
    effects.onProgress("probing", report);
  }
  const sound = new Set<string>();
  for (const [subscription_id, probe] of probes) {
    const answer = await answerOf(probe, effects);
    if (answer === null) sound.add(subscription_id);
    else {
      const own = letters.filter((letter) => letter.subscription_id === subscription_id);
      report.left_alone.push({ subscription_id, deliveries: own.length - 1, ...answer });
    }
    effects.onProgress("probing", report);
  }
  return letters.filter(
    (letter) => sound.has(letter.subscription_id) && oldest.get(letter.subscription_id) !== letter,
  );
}

/** Null when the probe was delivered, else how it was answered. */
async function answerOf(
  probe: Replayed | AppError,
  effects: ReplayEffects,
): Promise<Pick<Replayed, "response_code" | "error"> | null> {
  if (probe instanceof AppError) return { response_code: null, error: probe.message };
  await untilAborted(effects.signal, effects.attempted(probe.delivery_id));
  const { status, response_code, error } = asSeen(probe, effects.latest);
  return status === "delivered" ? null : { response_code, error };
}

function asSeen(replayed: Replayed, latest: ReplayEffects["latest"]): Replayed {
  const seen = latest(replayed.delivery_id);
  if (!seen) return replayed;
  const { status, last_response_code, last_error } = seen;
  return { ...replayed, status, response_code: last_response_code, error: last_error };
}

/** A rejection of this delivery only, for example because its subscription was deleted. */
function isRefusal(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  return error.kind === "not_found" || error.kind === "usage";
}

async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
