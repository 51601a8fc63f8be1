import { createHash, randomUUID } from "node:crypto";
import { link, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { uptime } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "./is-process-alive.ts";

/** Creates the error for a folder that a running process holds. */
export type InUseError = (pid: number) => Error;

/** The holder of a lock. A pid alone is not enough: it may be reused by another program. */
interface Holder {
  pid: number;
  /** Boot id and start time in ticks since boot; null without /proc. */
  started: string | null;
  nonce: string;
}

/** Boot id and start time of a process (field 22 of proc(5) stat); null without /proc or without the process. */
async function processStart(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1");
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "latin1");
    // The name in field 2 may contain anything, including parentheses.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return `${boot.trim()}/${ticks}`;
  } catch {
    return null;
  }
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (!isProcessAlive(holder.pid)) return false;
  const started = await processStart(holder.pid);
  return started === null ? !(await isFromBeforeBoot(path)) : started === holder.started;
}

/** If the start time of a process is unknown, a lock is stale at least after a reboot. */
async function isFromBeforeBoot(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  return mtimeMs < Date.now() - uptime() * 1_000;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Parses a lock file; null for content that is never written, since lock files are created atomically. */
function parseHolder(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    const { pid, started = null, nonce = "" } = holder ?? {};
    return typeof pid === "number" && Number.isInteger(pid) && pid > 0
      ? { pid, started, nonce }
      : null;
  } catch {
    return null;
  }
}

/** The pid of the running process that holds a folder's lock, or null. */
export async function lockHolder(dir: string): Promise<number | null> {
  const path = join(dir, "lock");
  const holder = parseHolder((await readText(path)) ?? "");
  return holder && (await isAlive(holder, path)) ? holder.pid : null;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/**
 * Links `own` (a file that identifies this process) to `path`, or throws if a running process
 * holds the lock.
 *
 * A dead holder's lock is replaced under a second lock, which is named after that holder, so that
 * only one of two processes replaces it. It then reads the lock again, since another process may
 * have replaced it already. The second lock follows the same rules.
 * Returns the pid of the dead holder that was replaced, or 0 when the lock was free.
 */
async function acquire(path: string, own: string, inUse: InUseError): Promise<number> {
  for (;;) {
    try {
      await link(own, path);
      return 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const text = await readText(path);
    if (text === null) continue;
    const holder = parseHolder(text);
    if (holder && (await isAlive(holder, path))) throw inUse(holder.pid);
    const claim = `${path}.${digest(text)}`;
    await acquire(claim, own, inUse);
    try {
      if ((await readText(path)) === text) {
        const copy = `${own}.placed`;
        await link(own, copy);
        await rename(copy, path);
        return holder?.pid ?? -1;
      }
    } finally {
      await rm(claim, { force: true });
    }
  }
}

/** Removes files of processes that died while taking a lock. */
async function removeStaleFiles(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!/^lock[.-]/.test(name)) continue;
    // A file without a holder may be one that another process is still writing.
    const path = join(dir, name);
    const holder = parseHolder((await readText(path)) ?? "");
    if (holder && !(await isAlive(holder, path))) await rm(path, { force: true });
  }
}

export interface FolderLock {
  /** The pid of the dead process whose lock was taken over, or null. */
  takenOverFrom: number | null;
  release(): Promise<void>;
}

/** Locks a folder for this process, or throws the error that `inUse` creates for the pid of the holder. */
export async function lockFolder(dir: string, inUse: InUseError): Promise<FolderLock> {
  const path = join(dir, "lock");
  const nonce = randomUUID();
  const holder: Holder = { pid: process.pid, started: await processStart(process.pid), nonce };
  const text = `${JSON.stringify(holder)}\n`;
  const own = `${path}-${nonce}.tmp`;
  let stale: number;
  try {
    await writeFile(own, text, { mode: 0o600, flag: "wx" });
    stale = await acquire(path, own, inUse);
  } finally {
    await rm(own, { force: true });
  }
  await removeStaleFiles(dir);
  return {
    takenOverFrom: stale === 0 ? null : stale,
    release: async () => {
      if ((await readText(path)) === text) await rm(path);
    },
  };
}
