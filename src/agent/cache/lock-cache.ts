import { mkdirSync } from "node:fs";
import { type FolderLock, lockFolder } from "../../core/folder-lock.ts";
import type { AgentLog } from "../agent-log.ts";
import { configError } from "../config/config-error.ts";
import { rethrowUnusable } from "./cache-unusable.ts";

/** With these the agent still starts: it can't run plans, but it can say why. */
const unwritable = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/**
 * Takes the cache folder for this agent alone, making it at the first start: two agents in one
 * folder would have one key, run each other's plans twice and lose each other's receipts.
 */
export async function lockCache(
  dir: string,
  { log }: { log: AgentLog },
): Promise<Pick<FolderLock, "release">> {
  const inUse = (pid: number) =>
    configError(
      `The cache folder ${dir} is in use by another agent, process ${pid}.`,
      "Stop that one, or give this one a folder of its own with cache_dir or SERVICE_CACHE_DIR.",
    );
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return await lockFolder(dir, inUse);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!unwritable.has(code)) rethrowUnusable(error, dir);
    log.warn(
      { code },
      `The cache folder ${dir} can't be written to (${code}): plans will be refused.`,
    );
    return { release: async () => {} };
  }
}
