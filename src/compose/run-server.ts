import { randomBytes, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { systemClock } from "../core/clock.ts";
import { AppError } from "../core/errors.ts";
import { exitCodes } from "../core/exit-codes.ts";
import type { Tls } from "../server/app.ts";
import { listen } from "../server/listen.ts";
import { createLogger } from "../server/log.ts";
import { sweep } from "../store/lowdb/sweep.ts";
import type { RunningServer, ServerOptions } from "./backend.ts";
import { createFirstKey } from "./default-account.ts";
import { type OpenBackend, openBackend } from "./open-backend.ts";
import { removeServerFile, writeServerFile } from "./server-file.ts";

const sweepEveryMs = 3_600_000;
const stopWithinMs = 10_000;

/** Starts the server: listening when the promise resolves. */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, localAgent, retentionMs } = options;
  const log = createLogger(options.logLevel, process.stderr);
  const tls = readTls(options);
  const backend = await openBackend({
    dataDir,
    localAgent,
    snapshots: true,
    isReachable: true,
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
  const url = await listen(app, options);
  const services = { store, clock: systemClock, random: randomBytes };
  const firstKey = await createFirstKey(services, account);
  const certificate = tls && new X509Certificate(tls.cert).fingerprint256;
  writeServerFile(options.dataDir, { url, pid: process.pid, certificate });
  return { url, firstKey };
}

function readTls({ tlsCertPath, tlsKeyPath }: ServerOptions): Tls | undefined {
  if (tlsCertPath === undefined && tlsKeyPath === undefined) return undefined;
  if (tlsCertPath === undefined || tlsKeyPath === undefined) {
    throw new AppError("usage", "--tls-cert and --tls-key go together.", { exit: exitCodes.usage });
  }
  const tls = { cert: readPem(tlsCertPath), key: readPem(tlsKeyPath) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new AppError("usage", "--tls-cert and --tls-key can't be used together.", {
      hint: "Give a certificate in PEM and the private key it was made for.",
      exit: exitCodes.usage,
      cause: error,
    });
  }
  return tls;
}

function readPem(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new AppError("usage", `${path} can't be read.`, {
      hint: "Give the path of a PEM file that this user may read.",
      exit: exitCodes.usage,
      cause: error,
    });
  }
}
