import { mkdirSync } from "node:fs";
import { findForeignContent, makePrivate } from "../../core/files/foreign-writers.ts";
import { type FolderLock, lockFolder } from "../../core/folder-lock.ts";
import type { AgentLog } from "../agent-log.ts";
import { configError } from "../config/config-error.ts";
import { rethrowAsUnusable } from "./cache-unusable.ts";

/** With these errors the agent still starts: it refuses plans and reports why. */
const readOnlyCodes = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/**
 * Creates the cache folder if needed and locks it for this agent: two agents in one folder would
 * share a key, run each other's plans twice and lose each other's receipts.
 */
export async function lockCache(
  dir: string,
  { log }: { log: AgentLog },
): Promise<Pick<FolderLock, "release">> {
  const inUse = (pid: number) =>
    configError(
      `The cache folder ${dir} is in use by another agent, process ${pid}.`,
      "Stop the other agent, or set cache_dir (or SERVICE_CACHE_DIR) to another folder for this one.",
    );
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    await makePrivate(dir);
    const reason = await findForeignContent(dir);
    if (reason !== null) throw untrusted(reason);
    return await lockFolder(dir, inUse);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!readOnlyCodes.has(code)) rethrowAsUnusable(error, dir);
    log.warn({ code }, `The cache folder ${dir} is not writable (${code}): plans will be refused.`);
    return { release: async () => {} };
  }
}

function untrusted(reason: string): Error {
  return configError(
    `The cache folder is not safe to use: ${reason}.`,
    "Run the agent as the folder's owner, correct the owner with chown, or set cache_dir (or SERVICE_CACHE_DIR) to another folder.",
  );
}
