import type { Client } from "../../client/types.ts";
import { backoffMs } from "../../core/backoff.ts";
import { AppError } from "../../core/errors.ts";
import type { Source, TopFacts } from "../../ui/top/top-facts.ts";
import type { TopUpdate } from "../../ui/top/top-update.ts";
import { fetchers } from "./fetch-facts.ts";

export interface WatchContext {
  /** The server's client; with `lost` it is discovered again, since a restarted server may have moved. */
  client(lost?: boolean): Promise<Client>;
  report(update: TopUpdate): void;
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Ends the watching. */
  signal: AbortSignal;
}

/** At most a 20th of the time is spent fetching. */
const pauseFactor = 20;
const maxPauseMs = 60_000;
const backoff = { baseMs: 500, capMs: 15_000 };

/** The pause after fetching: longer when fetching takes long or needs several requests. */
export function pauseMs(usualMs: number, tookMs: number, requests = 1): number {
  return Math.min(maxPauseMs, Math.max(usualMs * requests, pauseFactor * tookMs));
}

/** Fetches a source once and reports its facts or its problem; false if it failed. */
export async function fetchAndReport(
  source: Source,
  watching: WatchContext,
  onFacts: (facts: TopFacts) => void = () => {},
): Promise<boolean> {
  const { report, signal } = watching;
  try {
    const facts = await fetchers[source](await watching.client(), signal);
    report({ type: "facts", source, facts });
    onFacts(facts);
    return true;
  } catch (error) {
    report({ type: "problem", source, text: temporaryProblem(error, signal) });
    return false;
  }
}

/** Why something can't be seen, if that may be otherwise later or elsewhere; else it is thrown. */
export function temporaryProblem(error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  if (!(error instanceof AppError)) throw error;
  if (error.status === 401 || error.kind === "interrupted") throw error;
  return error.message;
}

/** Polls a source until the signal aborts, with back-off while it fails. */
export async function pollSource(
  source: Source,
  watching: WatchContext,
  pause: (tookMs: number, facts: TopFacts) => Promise<void>,
): Promise<never> {
  for (let failures = 0; ; ) {
    const startedMs = watching.now();
    let seen: TopFacts = {};
    const ok = await fetchAndReport(source, watching, (facts) => {
      seen = facts;
    });
    if (ok) {
      failures = 0;
      await pause(watching.now() - startedMs, seen);
    } else {
      await waitAndReconnect(watching, failures++);
    }
  }
}

/** Waits after a failure, longer each time, and then discovers the server again. */
export async function waitAndReconnect(watching: WatchContext, failures: number): Promise<void> {
  const { sleep, random, signal } = watching;
  await sleep(backoffMs(failures, { ...backoff, random }), signal);
  await watching.client(true).catch((error) => temporaryProblem(error, signal));
}
