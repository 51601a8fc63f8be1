import { createHash, randomUUID } from "node:crypto";
import { link, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { uptime } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "./is-process-alive.ts";

/** The error that names the living process which holds the folder. */
export type InUse = (pid: number) => Error;

/** Who holds a lock; a pid alone may belong to another program by now. */
interface Holder {
  pid: number;
  /** Boot id and start time in ticks since boot where /proc tells them, else null. */
  started: string | null;
  nonce: string;
}

/** Boot and start time of a process (field 22 of proc(5) stat), null where there is no /proc or no such process. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1");
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "latin1");
    // The name in field 2 may hold anything, parentheses too.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return `${boot.trim()}/${ticks}`;
  } catch {
    return null;
  }
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (!isProcessAlive(holder.pid)) return false;
  const started = await startOf(holder.pid);
  return started === null ? !(await isFromBeforeBoot(path)) : started === holder.started;
}

/** Where nothing tells when a process started, at least no lock outlives its machine's boot. */
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

/** The holder that a lock file names; null for what we never write: a lock appears whole or not at all. */
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

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/**
 * Puts `own` (a file that names us) at `path`, or throws that somebody living is there.
 *
 * A dead holder's lock is replaced under a second lock, named after that very holder, so of
 * two starters one wins; and the winner looks again, for one that comes late may be about to
 * replace a lock that has been taken over already. The second lock follows the same rules.
 * Gives the pid of the dead holder that was replaced, 0 when the lock was free.
 */
async function acquire(path: string, own: string, inUse: InUse): Promise<number> {
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

/** Removes what starters left behind that died while they took a lock. */
async function tidy(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!/^lock[.-]/.test(name)) continue;
    // One that names nobody may be another starter's, still being written.
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

/** Takes a folder for this process alone, or throws what `inUse` makes of the pid that has it. */
export async function lockFolder(dir: string, inUse: InUse): Promise<FolderLock> {
  const path = join(dir, "lock");
  const nonce = randomUUID();
  const holder: Holder = { pid: process.pid, started: await startOf(process.pid), nonce };
  const text = `${JSON.stringify(holder)}\n`;
  const own = `${path}-${nonce}.tmp`;
  let stale: number;
  try {
    await writeFile(own, text, { mode: 0o600, flag: "wx" });
    stale = await acquire(path, own, inUse);
  } finally {
    await rm(own, { force: true });
  }
  await tidy(dir);
  return {
    takenOverFrom: stale === 0 ? null : stale,
    release: async () => {
      if ((await readText(path)) === text) await rm(path);
    },
  };
}
