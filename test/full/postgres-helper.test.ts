import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { isRunning } from "../helpers/postgres/processes.ts";
import { sharedCluster } from "../helpers/postgres/shared-cluster.ts";
import { startPostgres } from "../helpers/postgres.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

async function newPostgres() {
  const cluster = await startPostgres();
  onTestFinished(cluster.remove);
  return cluster;
}

/** Process ids of a connection and of what runs beside it. */
async function processesOf(url: string): Promise<number[]> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pid FROM pg_stat_activity");
  return rows.map(({ pid }) => pid);
}

test("a PostgreSQL that is killed leaves no process, and can be started again", async () => {
  const cluster = await newPostgres();
  const pids = [cluster.pid, ...(await processesOf(cluster.url()))];
  expect(pids.filter(isRunning)).toEqual(pids);
  await cluster.kill();
  expect(pids.filter(isRunning)).toEqual([]);
  await cluster.start();
  await cluster.createDatabase();
});

test("when the process that started it is killed, it is ended and its files are removed", async () => {
  const cluster = await newPostgres();
  const keeper = fileURLToPath(new URL("../helpers/postgres/keeper.mjs", import.meta.url));
  const script = `require("node:child_process").spawn(process.execPath,
    [process.argv[1], process.pid, process.argv[2]], { detached: true, stdio: "ignore" }).unref();
    console.log("started");
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ["-e", script, keeper, cluster.folder]);
  await once(starter.stdout, "data");
  const pids = [cluster.pid, ...(await processesOf(cluster.url()))];
  starter.kill("SIGKILL");
  await vi.waitFor(() => expect(existsSync(cluster.folder)).toBe(false), { timeout: 20_000 });
  expect(pids.filter(isRunning)).toEqual([]);
});

test("it is started again once its port is free", async () => {
  const cluster = await newPostgres();
  await cluster.stop();
  const other = createServer().listen(Number(new URL(cluster.url()).port), "127.0.0.1");
  await once(other, "listening");
  const started = cluster.start();
  const log = () => readFileSync(join(cluster.folder, "log"), "utf8");
  await vi.waitFor(() => expect(log()).toContain("could not bind"), { timeout: 20_000 });
  other.close();
  await started;
  await cluster.createDatabase();
});

test("all who wait for a shared one get the reason why it could not be started", async () => {
  const folder = join(temporaryFolder(), "shared");
  const starts = vi.fn(() => Promise.reject(new Error("no room")));
  const both = [sharedCluster(starts, folder), sharedCluster(starts, folder)];
  for (const one of both) await expect(one).rejects.toThrow("no room");
  expect(starts).toHaveBeenCalledOnce();
});
