import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SigningKey } from "../../plan/signing-key.ts";
import type { AgentLog } from "../agent-log.ts";
import type { Outbox } from "../receipt-store.ts";
import type { SeenPlans } from "../seen-plans.ts";
import { readAgentKey } from "./agent-key.ts";
import { rethrowUnusable } from "./cache-unusable.ts";
import { openOutbox } from "./receipt-files.ts";
import { openSeenPlans } from "./seen-plans-file.ts";

/** What an agent keeps on its machine. */
export interface AgentCache {
  agentKey: SigningKey;
  seen: SeenPlans;
  outbox: Outbox;
}

/** Opens the cache folder, which is made at the first start; an agent that can't read it is nobody. */
export function openAgentCache(
  dir: string,
  parts: { now: () => number; log: AgentLog },
): AgentCache {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return {
      agentKey: readAgentKey(join(dir, "agent.key")),
      seen: openSeenPlans(join(dir, "seen-plans")),
      outbox: openOutbox({ dir: join(dir, "outbox"), ...parts }),
    };
  } catch (error) {
    rethrowUnusable(error, dir);
  }
}
