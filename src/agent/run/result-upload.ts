import type { AgentLog } from "../agent-log.ts";
import { type BrainPort, BrainUnavailable } from "../brain-port.ts";
import type { ReceiptStore, StoredReceipt } from "../receipt-store.ts";
import type { Sleep } from "../sleep.ts";
import type { RetryPolicy } from "./retry-policy.ts";

/** Uploads receipts to the brain; a receipt that can't be uploaded now is stored and retried. */
export interface ResultUpload {
  /** Never rejects. */
  send(receipt: StoredReceipt, signal: AbortSignal): Promise<void>;
  /** Starts to upload the stored receipts, if there are any. */
  resume(): void;
  /** Resolves when no stored receipt is being uploaded. */
  settled(): Promise<void>;
}

export interface ResultUploadParts {
  brain: BrainPort;
  agentId: string;
  receipts: ReceiptStore | null;
  retryPolicy: RetryPolicy;
  sleep: Sleep;
  log: AgentLog;
  stopping: AbortSignal;
}

/** After this many `unknown_agent` replies the receipt is dropped: this brain did not send the plan. */
const maxUnknownAgentReplies = 3;

export function createResultUpload(parts: ResultUploadParts): ResultUpload {
  const { receipts, retryPolicy, sleep, log, stopping } = parts;
  let uploading: Promise<void> | null = null;

  function resume(): void {
    if (!receipts || stopping.aborted || receipts.names().length === 0) return;
    uploading ??= uploadStored(receipts).finally(() => {
      uploading = null;
    });
  }

  async function uploadStored(store: ReceiptStore): Promise<void> {
    for (let [name] = store.names(); name !== undefined; [name] = store.names()) {
      const receipt = await store.read(name);
      if (receipt && !(await retryUntilDone(receipt))) return;
      await store.remove(name);
    }
  }

  /** False if the agent stops first. */
  async function retryUntilDone(receipt: StoredReceipt): Promise<boolean> {
    for (let unknown = 0; unknown < maxUnknownAgentReplies; ) {
      try {
        await upload(parts, receipt, stopping);
        retryPolicy.succeeded();
        return true;
      } catch (error) {
        if (stopping.aborted) return false;
        if (error instanceof BrainUnavailable && error.reason === "unknown_agent") unknown += 1;
        await sleep(retryPolicy.delayAfter(error), stopping);
        if (stopping.aborted) return false;
      }
    }
    log.warn(
      { plan_id: receipt.planId },
      "The server does not know the plan of a stored receipt; the receipt was dropped.",
    );
    return true;
  }

  return {
    async send(receipt, signal) {
      try {
        await upload(parts, receipt, signal);
      } catch (error) {
        const fields = { plan_id: receipt.planId, err: error };
        if (!receipts) return log.warn(fields, "A receipt could not be uploaded.");
        log.info(fields, "A receipt could not be uploaded; it is stored and will be retried.");
        await receipts.add(receipt);
        resume();
      }
    },
    resume,
    settled: async () => {
      await uploading;
    },
  };
}

/** Rejects if a retry may succeed. */
async function upload(
  { brain, agentId, log }: ResultUploadParts,
  { planId, receipt }: StoredReceipt,
  signal: AbortSignal,
): Promise<void> {
  try {
    const status = await brain.sendResult({ agentId, planId, receipt }, signal);
    log.debug({ plan_id: planId, status }, "A receipt was uploaded.");
  } catch (error) {
    if (!(error instanceof BrainUnavailable && error.reason === "rejected")) throw error;
    log.error({ plan_id: planId }, `The server rejected a receipt: ${error.message}`);
  }
}
