import type { RunningServer, ServerOptions } from "../../compose/backend/types.ts";
import { demoDataDir } from "../../core/data-dir.ts";
import type { Style } from "../../ui/text/style.ts";
import { dataDirOf } from "../connection/data-dir.ts";
import { type DatabaseFlags, databaseUrlOf } from "../flags/database-url-flag.ts";
import { type EngineFlags, engineOptions } from "../flags/engine-flags.ts";
import { parseSchedule } from "../flags/parse-webhook-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type LogFormat, logOutput } from "./log-output.ts";

export interface ServerFlags extends EngineFlags, DatabaseFlags {
  "database-listen-url"?: string;
  host: string;
  port: number;
  "data-dir"?: string;
  "local-agent"?: boolean;
  demo: boolean;
  estate?: string[];
  insecure: boolean;
  "tls-cert"?: string;
  "tls-key"?: string;
  "client-ca"?: string;
  "rate-limit": number;
  retention: number;
  "min-curiosity-interval": number;
  "webhook-allow"?: string[];
  "webhook-ca"?: string;
  "webhook-schedule": string;
  "webhook-timeout": number;
  "secret-overlap": number;
  "log-level": ServerOptions["logLevel"];
  "log-format"?: LogFormat;
}

/** Starts the embedded backend over a data folder. */
export async function startServer(
  flags: ServerFlags,
  { terminal, style }: { terminal: Terminal; style: Style },
): Promise<RunningServer> {
  const { runServer } = await import("../../compose/backend/run-server.ts");
  return runServer({
    ...placeOf(flags, terminal.env),
    databaseUrl: databaseUrlOf(flags),
    databaseListenUrl: flags["database-listen-url"],
    host: flags.host,
    port: flags.port,
    demo: flags.demo,
    simulatedHostDirs: flags.estate ?? [],
    ...engineOptions(flags),
    logLevel: flags["log-level"],
    logOutput: logOutput(flags["log-format"], terminal, style),
    insecure: flags.insecure,
    tlsCertPath: flags["tls-cert"],
    tlsKeyPath: flags["tls-key"],
    clientCaPath: flags["client-ca"],
    rateLimit: flags["rate-limit"],
    retentionMs: flags.retention,
    minCuriosityIntervalMs: flags["min-curiosity-interval"],
    webhooks: {
      allow: flags["webhook-allow"] ?? [],
      caPath: flags["webhook-ca"],
      schedule: parseSchedule(flags["webhook-schedule"]),
      timeoutMs: flags["webhook-timeout"],
      secretOverlapMs: flags["secret-overlap"],
    },
    env: terminal.env,
  });
}

/** A demo that names no data folder has one of its own, for the demo's hosts alone. */
function placeOf(
  flags: ServerFlags,
  env: NodeJS.ProcessEnv,
): Pick<ServerOptions, "dataDir" | "localAgent"> {
  const { demo, "data-dir": named, "local-agent": localAgent } = flags;
  const dataDir = dataDirOf(flags, env);
  return demo && named === undefined
    ? { dataDir: demoDataDir(dataDir), localAgent: localAgent ?? false }
    : { dataDir, localAgent: localAgent ?? true };
}

/** Time for connections to close. */
const lingerMs = 200;

/** Stops a server. Anything that still hangs, such as a webhook request or a DNS lookup, ends with the process. */
export async function stopServer(server: RunningServer): Promise<void> {
  await server.stop();
  setTimeout(() => process.exit(), lingerMs).unref();
}

/** Resolves when the command is to end. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
