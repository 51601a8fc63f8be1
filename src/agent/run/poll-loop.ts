import type { Clock } from "../../core/clock.ts";
import type { AgentLog } from "../agent-log.ts";
import { type BrainPort, BrainUnavailable } from "../brain-port.ts";
import type { Sleep } from "../sleep.ts";
import type { PlanQueue } from "./plan-queue.ts";
import type { AgentFacts, Registration } from "./registration.ts";
import type { Setbacks } from "./retry-policy.ts";

export interface PollLoopParts {
  brain: BrainPort;
  agentId: string;
  registration: Registration;
  queue: PlanQueue;
  facts: () => Promise<AgentFacts> | AgentFacts;
  factsEveryMs: number | null;
  /** The brain knows the agent: for the first time, or again. */
  greet(): void;
  setbacks: Setbacks;
  clock: Clock;
  sleep: Sleep;
  log: AgentLog;
  stopping: AbortSignal;
}

/** A poll that brought nothing sooner than this was cut short. */
const shortMs = 1_000;
/** Polls in a row that may be cut short, as a change of settings does, before the next one waits. */
const shortPolls = 3;

/** Registers, then polls one time after the other, until `stopping` is aborted; the poll is the heartbeat. */
export async function keepPolling(parts: PollLoopParts): Promise<void> {
  const { setbacks, sleep, stopping } = parts;
  const poll = createPoll(parts);
  let isKnown = false;
  let wasAway = false;
  while (!stopping.aborted) {
    let delayMs: number;
    try {
      if (!isKnown) await register(parts);
      isKnown = true;
      // The first poll after a failure asks for no wait, so that its end is known at once.
      delayMs = await poll({ waits: !wasAway });
      wasAway = false;
      setbacks.over();
    } catch (error) {
      if (stopping.aborted) return;
      if (error instanceof BrainUnavailable && error.reason === "unknown_agent") isKnown = false;
      wasAway = true;
      delayMs = setbacks.after(error);
    }
    if (delayMs > 0) await sleep(delayMs, stopping);
  }
}

async function register({ registration, greet, stopping, log }: PollLoopParts): Promise<void> {
  const { revision, ...settings } = await registration.register(stopping);
  log.info(settings, "Connected: the brain knows this agent.");
  greet();
}

/** One poll and what it brings; resolves to how long to pause after it. */
function createPoll(parts: PollLoopParts): (options: { waits: boolean }) => Promise<number> {
  const { brain, agentId, registration, queue, facts, factsEveryMs, clock, log, stopping } = parts;
  let lookedAt = clock.now();
  let cutShort = 0;

  async function isTold(): Promise<boolean> {
    // Either way: a clock that was set back must not put it off.
    if (factsEveryMs === null || Math.abs(clock.now() - lookedAt) < factsEveryMs) return true;
    lookedAt = clock.now();
    return !registration.differs(await facts());
  }

  return async ({ waits }) => {
    if (queue.isFull) await queue.room();
    const { wait_seconds, revision } = registration.settings!;
    const waitSeconds = waits ? wait_seconds : 0;
    const startedAt = clock.now();
    const { plans, settingsRevision } = await brain.poll(agentId, waitSeconds, stopping);
    for (const plan of plans)
      if (!queue.add(plan)) log.debug({}, "A plan was offered twice; it is answered once.");
    if (settingsRevision !== revision || !(await isTold())) {
      const settings = await registration.heartbeat(await facts(), stopping);
      log.info(settings, "The brain's settings for this agent, as they are now.");
    }
    const isShort = waits && plans.length === 0 && Math.abs(clock.now() - startedAt) < shortMs;
    cutShort = isShort ? cutShort + 1 : 0;
    return cutShort > shortPolls ? shortMs : 0;
  };
}
