// Ends a PostgreSQL and removes its files, when it is sent SIGTERM or when the process that started
// it is gone: an interrupted test run leaves nothing behind.
// node keeper.mjs PARENT_PID FOLDER [FOLDER_TO_REMOVE_AFTER_THE_PARENT]
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const [parent, folder, ...others] = process.argv.slice(2);
const lockFile = join(folder, "data/postmaster.pid");
const checkEveryMs = 250;
const shutdownMs = 10_000;

/** PostgreSQL's lock file: its process id and, in the seventh line, the id of its shared memory. */
function readLock() {
  try {
    const lines = readFileSync(lockFile, "utf8").split("\n");
    return { pid: Number(lines[0]), memory: lines[6]?.trim().split(/\s+/)[1] };
  } catch {
    return undefined;
  }
}

function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** SIGQUIT ends all of its processes at once, and it removes its lock file last. */
async function endPostgres() {
  const lock = readLock();
  if (!lock) return;
  const deadline = performance.now() + shutdownMs;
  signal(lock.pid, "SIGQUIT");
  while (readLock() && signal(lock.pid, 0) && performance.now() < deadline) await delay(20);
  if (!readLock()) return;
  // It was killed, now or before, and left this.
  signal(lock.pid, "SIGKILL");
  if (lock.memory) spawnSync("ipcrm", ["-m", lock.memory], { stdio: "ignore" });
}

/** A process whose parent has ended gets another. */
async function untilParentEnds() {
  while (process.ppid === Number(parent)) await delay(checkEveryMs);
}

const isTold = await Promise.race([
  once(process, "SIGTERM").then(() => true),
  untilParentEnds().then(() => false),
]);
await endPostgres();
// initdb may still be writing.
for (const one of isTold ? [folder] : [folder, ...others])
  rmSync(one, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
process.exit();
