import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Starts the process that ends the PostgreSQL in `folder` after this one; its id. */
export function startKeeper(folder: string, removeToo: string[] = []): number {
  // Not beside this file: bundles of it run elsewhere, but in the root folder as well.
  const script = join(process.cwd(), "test/helpers/postgres/keeper.mjs");
  // Detached: Ctrl-C in a terminal reaches a whole group of processes.
  const keeper = spawn(process.execPath, [script, `${process.pid}`, folder, ...removeToo], {
    cwd: "/",
    detached: true,
    stdio: "ignore",
  });
  keeper.unref();
  return keeper.pid as number;
}

/** Whether it runs; one that has ended and that nobody has waited for does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== "linux") return true;
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.[0] !== "Z";
  } catch {
    return false;
  }
}

/** Resolves when none of the processes runs any more; rejects if one still does after 10 s. */
export async function untilEnded(pids: number[]): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (pids.some(isRunning)) {
    if (performance.now() > deadline) throw new Error(`still running: ${pids.filter(isRunning)}`);
    await delay(20);
  }
}

/**
 * Kills a PostgreSQL and its processes, of which each has a process group of its own. Stopped first,
 * so that it starts no more of them meanwhile.
 */
export function killAll(pid: number): number[] {
  process.kill(pid, "SIGSTOP");
  const all = [pid, ...childrenOf(pid)];
  for (const one of all) process.kill(one, "SIGKILL");
  return all;
}

function childrenOf(pid: number): number[] {
  const list =
    process.platform === "linux"
      ? readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      : execFileSync("pgrep", ["-P", `${pid}`], { encoding: "utf8" });
  return list.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Has the keeper end the PostgreSQL in `folder` now; resolves when the folder is removed. */
export async function endKeeper(pid: number, folder: string): Promise<void> {
  // Some disks take long to free what is removed.
  const deadline = performance.now() + 60_000;
  if (isRunning(pid)) process.kill(pid, "SIGTERM");
  while (existsSync(folder)) {
    if (performance.now() > deadline) throw new Error(`${folder} is still there`);
    await delay(20);
  }
}
