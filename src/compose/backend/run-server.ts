import { randomBytes, X509Certificate } from "node:crypto";
import { systemClock } from "../../core/clock.ts";
import { fingerprintOf } from "../../plan/signing-key.ts";
import { createLogger } from "../../server/http/log.ts";
import type { Tls } from "../../server/http/tls.ts";
import { listen } from "../../server/listen.ts";
import { sweep } from "../../store/lowdb/maintenance/sweep.ts";
import { removeServerFile, writeServerFile } from "../discovery/server-file.ts";
import { createFirstKey } from "../keys/default-account.ts";
import { demoHostsFolder, ensureDemoPolicy } from "../simulated/demo-hosts.ts";
import { readSimulatedHosts } from "../simulated/read-simulated-hosts.ts";
import { readWebhookSettings } from "../webhooks/webhook-settings.ts";
import { type OpenBackend, openBackend } from "./open-backend.ts";
import { readTls } from "./read-tls.ts";
import type { RunningServer, ServerOptions } from "./types.ts";

const sweepEveryMs = 3_600_000;
const stopWithinMs = 10_000;

/** Starts the server: listening when the promise resolves. */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, localAgent, retentionMs } = options;
  const log = createLogger(options.logLevel, process.stderr);
  const tls = readTls(options);
  const webhooks = readWebhookSettings(options.webhooks);
  const backend = await openBackend({
    dataDir,
    localAgent,
    simulatedHosts: readSimulatedHosts([
      ...(options.demo ? [demoHostsFolder()] : []),
      ...options.simulatedHostDirs,
    ]),
    snapshots: true,
    isReachable: true,
    webhooks,
    minCuriosityIntervalMs: options.minCuriosityIntervalMs,
    rateLimitPerMinute: options.rateLimit,
    log,
    ...(tls && { tls }),
  });
  const { url, firstKey } = await announce(backend, options, tls).catch(async (error: unknown) => {
    await backend.close();
    throw error;
  });
  const sweepNow = () => {
    sweep(backend.store, { nowMs: systemClock.now(), retentionMs }).catch((error: unknown) =>
      log.error({ err: error }, "retention failed"),
    );
  };
  sweepNow();
  const sweeping = setInterval(sweepNow, sweepEveryMs);
  return {
    url,
    pid: process.pid,
    planKeyFingerprint: fingerprintOf(backend.planKeys.current.publicKey),
    ...(firstKey !== undefined && { apiKey: firstKey }),
    async stop() {
      clearInterval(sweeping);
      removeServerFile(dataDir);
      const deadline = setTimeout(() => backend.app.server.closeAllConnections(), stopWithinMs);
      await backend.close();
      clearTimeout(deadline);
    },
  };
}

/** Listens, and leaves word of it in the data folder. */
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
