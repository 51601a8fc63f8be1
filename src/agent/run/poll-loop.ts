import type { Clock } from "../../core/clock.ts";
import type { AgentLog } from "../agent-log.ts";
import { type BrainPort, BrainUnavailable } from "../brain-port.ts";
import type { Sleep } from "../sleep.ts";
import type { PlanQueue } from "./plan-queue.ts";
import type { AgentFacts, Registration } from "./registration.ts";
import type { RetryPolicy } from "./retry-policy.ts";

export interface PollLoopParts {
  brain: BrainPort;
  agentId: string;
  registration: Registration;
  queue: PlanQueue;
  facts: () => Promise<AgentFacts> | AgentFacts;
  factsIntervalMs: number | null;
  /** Called after each successful registration. */
  onConnected(): void;
  retryPolicy: RetryPolicy;
  clock: Clock;
  sleep: Sleep;
  log: AgentLog;
  stopping: AbortSignal;
}

/** A poll without plans that ends sooner than this ended early. */
const shortPollMs = 1_000;
/** Consecutive early ends to allow before pausing; a change of settings also ends a poll early. */
const maxShortPolls = 3;

/** Registers, then polls until `stopping` is aborted. Polls also serve as heartbeats. */
export async function runPollLoop(parts: PollLoopParts): Promise<void> {
  const { retryPolicy, sleep, stopping } = parts;
  const poll = createPoll(parts);
  let isRegistered = false;
  let hasFailed = false;
  while (!stopping.aborted) {
    let delayMs: number;
    try {
      if (!isRegistered) await register(parts);
      isRegistered = true;
      // The first poll after a failure does not wait, so that the recovery is noticed at once.
      delayMs = await poll({ waits: !hasFailed });
      hasFailed = false;
      retryPolicy.succeeded();
    } catch (error) {
      if (stopping.aborted) return;
      if (error instanceof BrainUnavailable && error.reason === "unknown_agent")
        isRegistered = false;
      hasFailed = true;
      delayMs = retryPolicy.delayAfter(error);
    }
    if (delayMs > 0) await sleep(delayMs, stopping);
  }
}

async function register({
  registration,
  onConnected,
  stopping,
  log,
}: PollLoopParts): Promise<void> {
  const { revision, ...settings } = await registration.register(stopping);
  log.info(settings, "Connected: the agent is registered with the server.");
  onConnected();
}

/** One poll; resolves to the pause before the next one, in ms. */
function createPoll(parts: PollLoopParts): (options: { waits: boolean }) => Promise<number> {
  const { brain, agentId, registration, queue, facts, clock, log, stopping } = parts;
  const factsHaveChanged = createFactsCheck(parts);
  let shortPolls = 0;

  return async ({ waits }) => {
    if (queue.isFull) await queue.whenNotFull();
    const { wait_seconds, revision } = registration.settings!;
    const waitSeconds = waits ? wait_seconds : 0;
    const startedAt = clock.now();
    const { plans, settingsRevision } = await brain.poll(agentId, waitSeconds, stopping);
    for (const plan of plans)
      if (!queue.add(plan)) log.debug({}, "A plan was offered twice; it runs once.");
    if (settingsRevision !== revision || (await factsHaveChanged())) {
      const settings = await registration.heartbeat(await facts(), stopping);
      log.info(settings, "The server sent new settings for this agent.");
    }
    const isShort = waits && plans.length === 0 && Math.abs(clock.now() - startedAt) < shortPollMs;
    shortPolls = isShort ? shortPolls + 1 : 0;
    return shortPolls > maxShortPolls ? shortPollMs : 0;
  };
}

/** Reads the facts again every `factsIntervalMs`, and compares them with those last sent. */
function createFactsCheck({
  registration,
  facts,
  factsIntervalMs,
  clock,
}: PollLoopParts): () => Promise<boolean> {
  let checkedAt = clock.now();
  return async () => {
    // `Math.abs`: a clock that is set back must not delay the check.
    if (factsIntervalMs === null || Math.abs(clock.now() - checkedAt) < factsIntervalMs)
      return false;
    checkedAt = clock.now();
    return registration.hasChanged(await facts());
  };
}
