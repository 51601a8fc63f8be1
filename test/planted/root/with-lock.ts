import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs `work` while no other thread or process holds the lock; one that dies releases it. */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const holder = spawn("flock", [path, "sh", "-c", "echo held; read -r end"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(holder, "exit");
  try {
    await once(holder.stdout, "data");
    return await work();
  } finally {
    holder.stdin.end();
    await ended;
  }
}
