import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** A Redis of its own that syncs each write before it answers, on a socket in a folder that goes with it. */
export async function startRedis(): Promise<{ path: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(import.meta.dirname ?? ".", "redis-"));
  const path = join(folder, "redis.sock");
  const kept = ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--dir", folder];
  const child = spawn("redis-server", ["--port", "0", "--unixsocket", path, ...kept], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("eady to accept connections")) break;
  }
  child.stdout.resume();
  return {
    path,
    async stop() {
      child.kill();
      await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}
