import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PostgresCluster } from "../../helpers/postgres.ts";
import { simulatedHosts } from "../../helpers/simulated-hosts.ts";
import { type Receiver, receiverCa, startReceiver } from "../../helpers/webhook-receiver.ts";
import { type CleanUp, createCleanUp } from "./clean-up.ts";
import { type FrozenProxy, startFrozenProxy } from "./frozen-proxy.ts";
import { createServer, type Server } from "./start-server.ts";

/** Three servers over one database, the agents of simulated hosts, and a receiver of webhooks. */
export interface Scene {
  cluster: PostgresCluster;
  /** The last one reaches the database through `proxy`. */
  servers: [Server, Server, Server];
  proxy: FrozenProxy;
  receiver: Receiver;
  database: string;
  /** Starts all servers at once. */
  startAll(): Promise<void>;
  /** Has `close` call it after the servers have ended. */
  onClose(end: () => unknown): void;
  /** Ends everything but the cluster. */
  close(): Promise<void>;
}

export interface SceneOptions {
  cluster: PostgresCluster;
  /** Folder with the built program. */
  program: string;
  /** Added to the environment of the last server. */
  lastEnv?: Record<string, string>;
  /** Where the servers are first started by the fault. */
  isStopped?: boolean;
}

/** Often enough that a retry after a fault need not be waited for. */
const schedule = "0s,1s,1s,2s,2s,4s,4s,8s,8s";
/** Long enough that requests are under way when a server is killed. */
const answerAfterMs = 300;
const hostsPerServer = 2;

export async function startScene(options: SceneOptions): Promise<Scene> {
  const cleanUp = createCleanUp();
  try {
    return await startIn(options, cleanUp);
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

async function startIn(options: SceneOptions, cleanUp: CleanUp): Promise<Scene> {
  const { cluster, program, lastEnv } = options;
  const home = mkdtempSync(join(tmpdir(), "inquest-faults-"));
  cleanUp.add(() => rmSync(home, { recursive: true, force: true }));
  const database = await cluster.createDatabase();
  const proxy = await startFrozenProxy(database);
  cleanUp.add(proxy.close);
  const receiver = await startReceiver({
    answer: (_, response) => void setTimeout(() => response.end(), answerAfterMs),
    whenDone: cleanUp.add,
  });
  const ca = join(home, "ca.pem");
  writeFileSync(ca, receiverCa());
  const flags = [
    ...["--webhook-allow", "127.0.0.1/32", "--webhook-ca", ca, "--webhook-schedule", schedule],
    ...["--no-local-agent", "--rate-limit", "0", "--min-curiosity-interval", "1s"],
    ...["--log-level", "error"],
  ];
  const afterServers = createCleanUp();
  cleanUp.add(afterServers.run);
  const key = { value: "" };
  const dataDirs = [0, 1, 2].map((at) => join(home, `data-${at}`));
  const servers = dataDirs.map((dataDir, at) =>
    createServer({
      ...{ program, dataDir, key },
      database: at === 2 ? proxy.url : database,
      // The last one's clock may be wrong, and with it those of its agents.
      flags: [...flags, ...(at < 2 ? ["--estate", hostsOf(at, cleanUp)] : [])],
      ...(at === 2 && lastEnv && { env: lastEnv }),
    }),
  ) as Scene["servers"];
  for (const server of servers) cleanUp.add(() => server.stop("SIGKILL"));
  const startAll = async () => {
    // Whatever started first has made the keys.
    if (!existsSync(join(dataDirs[0]!, "plan.key"))) await servers[0].start();
    shareKeys(dataDirs);
    await Promise.all(servers.map((server) => server.start()));
  };
  if (!options.isStopped) await startAll();
  return {
    ...{ cluster, servers, proxy, receiver, database, startAll },
    onClose: afterServers.add,
    close: cleanUp.run,
  };
}

const hostsOf = (server: number, cleanUp: CleanUp) =>
  simulatedHosts(
    Array.from({ length: hostsPerServer }, (_, at) => ({ agent_id: `host-${server}-${at}` })),
    cleanUp.add,
  );

/** All servers over a database need the same keys. */
function shareKeys([first = "", ...others]: string[]): void {
  for (const folder of others) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const file of ["secret.key", "plan.key"])
      copyFileSync(join(first, file), join(folder, file));
  }
}
