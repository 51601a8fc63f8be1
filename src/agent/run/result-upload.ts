import type { AgentLog } from "../agent-log.ts";
import { type BrainPort, BrainUnavailable } from "../brain-port.ts";
import type { KeptReceipt, Outbox } from "../receipt-store.ts";
import type { Sleep } from "../sleep.ts";
import type { Setbacks } from "./retry-policy.ts";

/** Brings receipts to the brain; those that can't go now are kept and go later. */
export interface Delivery {
  /** Never rejects. */
  send(kept: KeptReceipt, signal: AbortSignal): Promise<void>;
  /** Sends what is kept, for as long as there is any. */
  resume(): void;
  /** Resolves when nothing that was kept is being sent. */
  ended(): Promise<void>;
}

export interface DeliveryParts {
  brain: BrainPort;
  agentId: string;
  outbox: Outbox | null;
  setbacks: Setbacks;
  sleep: Sleep;
  log: AgentLog;
  stopping: AbortSignal;
}

/** A brain that says this often that it knows no such agent doesn't know the plan: it asked for no such thing. */
const mostUnknown = 3;

export function createDelivery(parts: DeliveryParts): Delivery {
  const { outbox, setbacks, sleep, log, stopping } = parts;
  let resuming: Promise<void> | null = null;

  function resume(): void {
    if (!outbox || stopping.aborted || outbox.names().length === 0) return;
    resuming ??= sendKept(outbox).finally(() => {
      resuming = null;
    });
  }

  async function sendKept(box: Outbox): Promise<void> {
    for (let [name] = box.names(); name !== undefined; [name] = box.names()) {
      const kept = await box.read(name);
      if (kept && !(await tryUntilDone(kept))) return;
      await box.remove(name);
    }
  }

  /** False when the agent stops first. */
  async function tryUntilDone(kept: KeptReceipt): Promise<boolean> {
    for (let unknown = 0; unknown < mostUnknown; ) {
      try {
        await deliver(parts, kept, stopping);
        setbacks.over();
        return true;
      } catch (error) {
        if (stopping.aborted) return false;
        if (error instanceof BrainUnavailable && error.reason === "unknown_agent") unknown += 1;
        await sleep(setbacks.after(error), stopping);
        if (stopping.aborted) return false;
      }
    }
    log.warn({ plan_id: kept.planId }, "The brain knows nothing of a plan whose receipt was kept.");
    return true;
  }

  return {
    async send(kept, signal) {
      try {
        await deliver(parts, kept, signal);
      } catch (error) {
        const fields = { plan_id: kept.planId, err: error };
        if (!outbox) return log.warn(fields, "A receipt could not be delivered.");
        log.info(fields, "A receipt could not be delivered; it is kept and sent later.");
        await outbox.add(kept);
        resume();
      }
    },
    resume,
    ended: async () => {
      await resuming;
    },
  };
}

/** Rejects when another try may do better. */
async function deliver(
  { brain, agentId, log }: DeliveryParts,
  { planId, receipt }: KeptReceipt,
  signal: AbortSignal,
): Promise<void> {
  try {
    const status = await brain.sendResult({ agentId, planId, receipt }, signal);
    log.debug({ plan_id: planId, status }, "A receipt was delivered.");
  } catch (error) {
    if (!(error instanceof BrainUnavailable && error.reason === "rejected")) throw error;
    log.error({ plan_id: planId }, `The brain did not take a receipt: ${error.message}`);
  }
}
