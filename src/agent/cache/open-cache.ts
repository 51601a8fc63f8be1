import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SigningKey } from "../../plan/signing-key.ts";
import type { AgentLog } from "../agent-log.ts";
import type { ReceiptStore } from "../receipt-store.ts";
import type { SeenPlans } from "../seen-plans.ts";
import { readAgentKey } from "./agent-key.ts";
import { rethrowAsUnusable } from "./cache-unusable.ts";
import { openReceiptFiles } from "./receipt-files.ts";
import { openSeenPlans } from "./seen-plans-file.ts";

/** The agent's state on disk. */
export interface AgentCache {
  agentKey: SigningKey;
  seen: SeenPlans;
  receipts: ReceiptStore;
}

/** Opens the cache folder, creating it at the first start. Without it the agent has no key and can't start. */
export function openAgentCache(
  dir: string,
  parts: { now: () => number; log: AgentLog },
): AgentCache {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return {
      agentKey: readAgentKey(join(dir, "agent.key")),
      seen: openSeenPlans(join(dir, "seen-plans")),
      receipts: openReceiptFiles({ dir: join(dir, "outbox"), ...parts }),
    };
  } catch (error) {
    rethrowAsUnusable(error, dir);
  }
}
