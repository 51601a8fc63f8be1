import type { AgentSettings } from "../../contract/agent.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import type { Limit } from "../../core/limit.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import type { AgentLog } from "../agent-log.ts";
import type { BrainPort } from "../brain-port.ts";
import type { QueryEngine } from "../query-engine.ts";
import type { Sleep } from "../sleep.ts";
import type { RetryPolicy } from "./retry-policy.ts";
import { createSnapshotSender } from "./send-snapshot.ts";

export interface SnapshotLoopParts {
  brain: BrainPort;
  agentId: string;
  agentKey: SigningKey;
  engine: QueryEngine;
  settings(): AgentSettings;
  /** The first snapshot is sent at a random time within this, so that agents started together spread out. */
  firstWithinMs: number;
  /** Bounds the snapshots that a process with several agents holds in memory. */
  limit: Limit;
  retryPolicy: RetryPolicy;
  clock: Clock;
  sleep: Sleep;
  random: () => number;
  log: AgentLog;
  stopping: AbortSignal;
}

/** Sends a snapshot every interval, ±10 %, until `stopping` is aborted. */
export async function runSnapshotLoop(parts: SnapshotLoopParts): Promise<void> {
  const { settings, firstWithinMs, limit, retryPolicy, sleep, random, stopping } = parts;
  const send = createSnapshotSender(parts);
  let delayMs = firstWithinMs * random();
  for (;;) {
    await sleep(delayMs, stopping);
    if (stopping.aborted) return;
    try {
      await limit(() => takeSnapshot(parts, send));
      retryPolicy.succeeded();
      delayMs = settings().snapshot_interval_seconds * 1_000 * (0.9 + random() / 5);
    } catch (error) {
      if (stopping.aborted) return;
      delayMs = retryPolicy.delayAfter(error);
    }
  }
}

async function takeSnapshot(
  { engine, settings, clock, stopping, log }: SnapshotLoopParts,
  send: ReturnType<typeof createSnapshotSender>,
): Promise<void> {
  stopping.throwIfAborted();
  const collectedAt = isoTime(clock.now());
  const tables = await engine.collectTables(settings().denied_tables, stopping);
  stopping.throwIfAborted();
  await send({ collectedAt, tables }, stopping);
  log.debug({ tables: tables.length }, "A snapshot was sent.");
}
