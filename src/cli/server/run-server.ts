import type { RunningServer, ServerOptions } from "../../compose/backend/types.ts";
import type { View } from "../../ui/views/view.ts";
import { type EngineFlags, engineOptions } from "../flags/engine-flags.ts";
import { parseSchedule } from "../flags/parse-webhook-flags.ts";

export interface ServerFlags extends EngineFlags {
  host: string;
  port: number;
  "local-agent": boolean;
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
}

/** Starts the embedded backend over a data folder. */
export async function startServer(
  flags: ServerFlags,
  { dataDir, env }: { dataDir: string; env: NodeJS.ProcessEnv },
): Promise<RunningServer> {
  const { runServer } = await import("../../compose/backend/run-server.ts");
  return runServer({
    dataDir,
    host: flags.host,
    port: flags.port,
    localAgent: flags["local-agent"],
    demo: flags.demo,
    simulatedHostDirs: flags.estate ?? [],
    ...engineOptions(flags),
    logLevel: flags["log-level"],
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
    env,
  });
}

/** Time for connections to close. */
const lingerMs = 200;

/** Stops a server. Anything that still hangs, such as a webhook request or a DNS lookup, ends with the process. */
export async function stopServer(server: RunningServer): Promise<void> {
  await server.stop();
  setTimeout(() => process.exit(), lingerMs).unref();
}

/** Reports that the server is listening, and the API key of a new data folder. */
export const readyView: View<RunningServer> = {
  json: ({ url, apiKey, pid }) => ({ event: "ready", url, api_key: apiKey, pid }),
  plain: ({ url, apiKey, pid, planKeyFingerprint }) => [
    `Listening on ${url} (process ${pid}). Press Ctrl-C to stop.`,
    `Plan key: ${planKeyFingerprint}`,
    ...(apiKey ? [`API key (shown only once): ${apiKey}`] : []),
  ],
};

/** Resolves when the command is to end. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
