import { randomBytes, X509Certificate } from "node:crypto";
import type { Logger } from "pino";
import { type Cleanup, createCleanup } from "../../core/cleanup.ts";
import { systemClock } from "../../core/clock.ts";
import { fingerprintOf } from "../../plan/signing-key.ts";
import { createLogger } from "../../server/http/log.ts";
import type { Tls } from "../../server/http/tls.ts";
import { listen } from "../../server/listen.ts";
import { removeServerFile, writeServerFile } from "../discovery/server-file.ts";
import { createFirstKey } from "../keys/default-account.ts";
import { storeGivenKeys } from "../keys/given-keys.ts";
import { readLlmSettings } from "../llm/llm-settings.ts";
import { demoHostsFolder, ensureDemoPolicy } from "../simulated/demo-hosts.ts";
import { readSimulatedHosts } from "../simulated/read-simulated-hosts.ts";
import { readWebhookSettings } from "../webhooks/webhook-settings.ts";
import { type OpenBackend, type OpenBackendOptions, openBackend } from "./open-backend.ts";
import { readTls } from "./read-tls.ts";
import { refusePlaintext } from "./refuse-plaintext.ts";
import type { RunningServer, ServerOptions } from "./types.ts";

const sweepIntervalMs = 3_600_000;
const stopWithinMs = 10_000;

/** Starts the server, which listens once the promise resolves. */
export function runServer(options: ServerOptions): Promise<RunningServer> {
  const cleanup = createCleanup();
  return cleanup.onFailure(async () => {
    refusePlaintext(options);
    await storeGivenKeys(options.dataDir, options.env);
    const log = createLogger(options.logLevel, options.logOutput);
    const tls = readTls(options);
    const simulatedHosts = readSimulatedHosts([
      ...(options.demo ? [demoHostsFolder()] : []),
      ...options.simulatedHostDirs,
    ]);
    const backend = await openServerBackend(options, { simulatedHosts, log, tls });
    cleanup.defer(() => closeBackend(backend));
    const { url, firstKey } = await announce(backend, options, tls);
    cleanup.defer(() => removeServerFile(options.dataDir));
    const stopRetention = startRetention(backend, options.retentionMs, log);
    cleanup.defer(stopRetention);
    backend.activity.start();
    cleanup.defer(() => backend.activity.stop());
    return {
      url,
      pid: process.pid,
      ownAgents: { thisMachine: options.localAgent, simulatedHosts: simulatedHosts.length },
      planKeyFingerprint: fingerprintOf(backend.planKeys.current.publicKey),
      ...(firstKey !== undefined && { apiKey: firstKey }),
      stop: () => stop(cleanup, log),
    };
  });
}

async function stop(cleanup: Cleanup, log: Logger): Promise<void> {
  const text = `Stopping: open requests have ${stopWithinMs / 1_000} s to finish`;
  log.info({ event: "server.stopping" }, text);
  await cleanup.run();
  log.info({ event: "server.stopped" }, "Stopped");
}

function openServerBackend(
  options: ServerOptions,
  parts: Pick<OpenBackendOptions, "simulatedHosts" | "log"> & { tls: Tls | undefined },
): Promise<OpenBackend> {
  const { tls, ...rest } = parts;
  const webhooks = readWebhookSettings(options.webhooks);
  const llm = readLlmSettings(options.llm, options.env);
  return openBackend({
    ...rest,
    dataDir: options.dataDir,
    databaseUrl: options.databaseUrl,
    databaseListenUrl: options.databaseListenUrl,
    localAgent: options.localAgent,
    own: options.own,
    advisories: options.advisories,
    snapshots: true,
    isReachable: true,
    webhooks,
    minCuriosityIntervalMs: options.minCuriosityIntervalMs,
    rateLimitPerMinute: options.rateLimit,
    ...(llm && { llm }),
    ...(tls && { tls }),
  });
}

/** Requests in flight get their time to finish; then their connections are closed. */
async function closeBackend({ app, close }: OpenBackend): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), stopWithinMs);
  await close().finally(() => clearTimeout(deadline));
}

/** Sweeps now and every hour; returns the function that stops it. */
function startRetention(
  { store, clock }: Pick<OpenBackend, "store" | "clock">,
  retentionMs: number,
  log: Logger,
): () => void {
  const sweepNow = () => {
    store
      .sweep({ nowMs: clock.now(), retentionMs })
      .catch((error: unknown) => log.error({ err: error }, "the retention sweep failed"));
  };
  sweepNow();
  const timer = setInterval(sweepNow, sweepIntervalMs);
  return () => clearInterval(timer);
}

/** Listens, and writes the server's address to the data folder, where commands find it. */
async function announce(
  { app, store, account }: OpenBackend,
  options: ServerOptions,
  tls: Tls | undefined,
): Promise<{ url: string; firstKey: string | undefined }> {
  const services = { store, clock: systemClock, random: randomBytes };
  if (options.demo) await ensureDemoPolicy(services, account.accountId);
  const url = await listen(app, options);
  const firstKey = await createFirstKey(services, account);
  const certificate = tls && new X509Certificate(tls.cert).fingerprint256;
  writeServerFile(options.dataDir, { url, pid: process.pid, certificate });
  return { url, firstKey };
}
