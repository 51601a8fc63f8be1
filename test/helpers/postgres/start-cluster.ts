import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../free-port.ts";
import { endKeeper, killAll, startKeeper, untilEnded } from "./processes.ts";
import { asUser, findPrograms, newFolder } from "./programs.ts";

/** A PostgreSQL of our own. */
export interface Cluster {
  folder: string;
  /** Process id of what ends it when this process ends. */
  keeper: number;
  /** The URL of a database. */
  url(database?: string): string;
  /** Process id of the server, until it is started again. */
  pid(): number;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

const startTimeoutMs = 60_000;
const portAttempts = 5;

/** Makes a cluster in a folder of its own and starts it. `removeToo` goes with this process. */
export async function startCluster(
  settings: Record<string, string>,
  removeToo: string[] = [],
): Promise<Cluster> {
  const folder = newFolder();
  const keeper = startKeeper(folder, removeToo);
  try {
    const { initdb, postgres } = await findPrograms(folder);
    const data = join(folder, "data");
    const options = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"];
    await promisify(execFile)(initdb, ["-D", data, ...options], { ...asUser, cwd: folder });
    const cluster = clusterIn(folder, { keeper, postgres, settings });
    await cluster.start();
    return cluster;
  } catch (error) {
    await endKeeper(keeper, folder);
    throw error;
  }
}

function clusterIn(
  folder: string,
  own: { keeper: number; postgres: string; settings: Record<string, string> },
): Cluster {
  const data = join(folder, "data");
  const log = join(folder, "log");
  let child: ChildProcess | undefined;
  let port: number | undefined;
  const urlAt = (at: number | undefined, database: string) =>
    `postgres://postgres@127.0.0.1:${at}/${database}`;

  /** Whether it accepts connections; false if it has ended. */
  async function startAt(candidate: number): Promise<boolean> {
    const output = openSync(log, "w");
    child = spawn(own.postgres, ["-D", data, ...settingFlags(candidate, own.settings)], {
      ...asUser,
      cwd: folder,
      stdio: ["ignore", output, output],
      // Ctrl-C in a terminal is for the tests; the keeper ends it after them.
      detached: true,
    });
    closeSync(output);
    const answers = await untilItAnswers(child, { url: urlAt(candidate, "postgres"), data });
    // Tests that need it no longer may end before it.
    child.unref();
    return answers;
  }

  return {
    folder,
    keeper: own.keeper,
    url: (database = "postgres") => urlAt(port, database),
    pid: () => child?.pid as number,
    async start() {
      for (let attempt = 1; ; attempt++) {
        // Another process may take a free port before PostgreSQL does. Once known, it stays.
        const candidate = port ?? (await freePort());
        if (await startAt(candidate)) {
          port = candidate;
          return;
        }
        const text = readFileSync(log, "utf8");
        if (!text.includes("could not bind") || attempt === portAttempts)
          throw new Error(`PostgreSQL ended: ${text}`);
        await delay(port === undefined ? 0 : 1_000);
      }
    },
    async stop() {
      if (!child || hasEnded(child)) return;
      // Referenced, or a program that waits for nothing else would end before it.
      child.ref();
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    },
    async kill() {
      if (!child || hasEnded(child)) return;
      // Until it has been waited for, its process id counts as that of a running PostgreSQL.
      const ended = once(child, "exit");
      child.ref();
      await untilEnded(killAll(child.pid as number));
      await ended;
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

function settingFlags(port: number, settings: Record<string, string>): string[] {
  const all = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    // In its folder, and so removed with it; /dev/shm would keep the files of one that was killed.
    dynamic_shared_memory_type: "mmap",
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** True once the server over `data` accepts connections, false if `child` ended. */
async function untilItAnswers(
  child: ChildProcess,
  { url, data }: { url: string; data: string },
): Promise<boolean> {
  const deadline = performance.now() + startTimeoutMs;
  while (!hasEnded(child)) {
    if ((await folderAt(url)) === data) return true;
    if (performance.now() > deadline) throw new Error(`PostgreSQL did not start in ${data}`);
    await delay(50);
  }
  return false;
}

/** The folder of the PostgreSQL at the URL, which may be another that took the port. */
async function folderAt(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    return rows[0]?.data_directory;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
