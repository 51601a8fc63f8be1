import type { AgentSettings } from "../../contract/agent.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import type { Limit } from "../../core/limit.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import type { AgentLog } from "../agent-log.ts";
import type { QueryEngine } from "../answerer.ts";
import type { BrainPort } from "../brain-port.ts";
import type { Sleep } from "../sleep.ts";
import type { RetryPolicy } from "./retry-policy.ts";
import { createSnapshotSender } from "./send-snapshot.ts";

export interface SnapshotLoopParts {
  brain: BrainPort;
  agentId: string;
  agentKey: SigningKey;
  engine: QueryEngine;
  settings(): AgentSettings;
  /** The first goes out within this time, so that agents started together don't come together. */
  firstWithinMs: number;
  /** Agents of one process take them, so that it holds few inventories at a time. */
  limit: Limit;
  retryPolicy: RetryPolicy;
  clock: Clock;
  sleep: Sleep;
  random: () => number;
  log: AgentLog;
  stopping: AbortSignal;
}

/** Sends a snapshot at each interval, give or take a tenth, until `stopping` is aborted. */
export async function runSnapshotLoop(parts: SnapshotLoopParts): Promise<void> {
  const { settings, firstWithinMs, limit: turns, retryPolicy: setbacks, sleep, random, stopping } = parts;
  const send = createSnapshotSender(parts);
  let delayMs = firstWithinMs * random();
  for (;;) {
    await sleep(delayMs, stopping);
    if (stopping.aborted) return;
    try {
      await turns(() => takeSnapshot(parts, send));
      setbacks.succeeded();
      delayMs = settings().snapshot_interval_seconds * 1_000 * (0.9 + random() / 5);
    } catch (error) {
      if (stopping.aborted) return;
      delayMs = setbacks.delayAfter(error);
    }
  }
}

async function takeSnapshot(
  { engine: answerer, settings, clock, stopping, log }: SnapshotLoopParts,
  send: ReturnType<typeof createSnapshotSender>,
): Promise<void> {
  stopping.throwIfAborted();
  const collectedAt = isoTime(clock.now());
  const tables = await answerer.collectTables(settings().denied_tables, stopping);
  stopping.throwIfAborted();
  await send({ collectedAt, tables }, stopping);
  log.debug({ tables: tables.length }, "A snapshot was sent.");
}
