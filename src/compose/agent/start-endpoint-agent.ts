import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import { lockCache } from "../../agent/cache/lock-cache.ts";
import { openAgentCache } from "../../agent/cache/open-cache.ts";
import { readAgentConfig } from "../../agent/config/read-agent-config.ts";
import {
  type AgentCredentials,
  readAgentCredentials,
} from "../../agent/config/read-agent-credentials.ts";
import type { AgentConfig } from "../../agent/config/types.ts";
import { createHttpBrain } from "../../agent/http/http-brain.ts";
import { liveQueryEngine } from "../../agent/run/live-query-engine.ts";
import type { AgentFacts } from "../../agent/run/registration.ts";
import { startAgent } from "../../agent/run/start-agent.ts";
import { systemSleep } from "../../agent/sleep.ts";
import { createCleanup } from "../../core/cleanup.ts";
import { systemClock } from "../../core/clock.ts";
import type { Engine } from "../../engine/types.ts";
import { startEngine } from "../../engine/worker/start-engine.ts";
import { hashApiKey } from "../../plan/plan-mac.ts";
import { fingerprintOf, keyIdOf, type SigningKey } from "../../plan/signing-key.ts";
import { createLogger } from "../../server/http/log.ts";
import { packageVersion, workerUrl } from "../program/package-root.ts";
import { machineDefaults } from "./agent-environment.ts";
import { readHostFacts } from "./host-facts.ts";

export interface EndpointAgentOptions {
  /** The value of `--config`. */
  file: string | undefined;
  /** The value of `--tags`. */
  tags: string | undefined;
  env: Record<string, string | undefined>;
  /** Receives the log. */
  output: NodeJS.WritableStream;
}

/** The machine has other work to do, so its agent uses little memory, and almost none when idle. */
const lowMemory = {
  poolSize: { live: 1, cached: 1 },
  maxThreads: 3,
  memoryBytes: 40 << 20,
  idleMs: 5_000,
  youngGenerationMb: 4,
};
/**
 * For this thread and the engine's: garbage is collected before the heap grows, freed pages are given
 * back at once, and SQLite is not compiled a second time, which takes 10 MB and makes no statement faster.
 */
const lowMemoryFlags = ["--optimize-for-size", "--no-concurrent-sweeping", "--liftoff-only"];
/** Results that wait for their upload take memory, too. */
const tuning = { maxConcurrentPlans: 3 };

/** Starts this machine's agent for a remote server. Throws on invalid settings before it connects. */
export async function startEndpointAgent(
  options: EndpointAgentOptions,
): Promise<{ stop(): Promise<void> }> {
  const { file, tags, env, output } = options;
  for (const flag of lowMemoryFlags) setFlagsFromString(flag);
  const config = readAgentConfig({ file, env, flags: { tags }, machine: machineDefaults() });
  const credentials = readAgentCredentials(config, file);
  const log = createLogger(config.log_level, output);
  const clock = systemClock;
  const cleanup = createCleanup();
  await cleanup.onFailure(async () => {
    const lock = await lockCache(config.cache_dir, { log });
    cleanup.defer(() => lock.release());
    const cache = openAgentCache(config.cache_dir, { now: clock.now, log });
    const version = packageVersion();
    logStart({ config, credentials, agentKey: cache.agentKey, version }, log);

    const engine = startEngine({ workerUrl: workerUrl("engine"), ...lowMemory });
    cleanup.defer(() => engine.close());
    const { brain_url: url, api_key: apiKey, agent_id: agentId } = config;
    const { publicKey, tls } = credentials;
    const agent = startAgent({
      ...cache,
      brain: createHttpBrain({
        url,
        apiKey,
        agentKey: cache.agentKey,
        tls,
        clock,
        userAgent: `inquest-agent/${version}`,
      }),
      verify: { agentId, publicKey, apiKeyHash: publicKey ? null : hashApiKey(apiKey) },
      facts: createFacts(engine, { config, publicKey, version }),
      engine: liveQueryEngine(engine),
      clock,
      sleep: systemSleep,
      random: Math.random,
      log,
      tuning,
    });
    cleanup.defer(() => agent.stop());
  });
  return {
    async stop() {
      await cleanup.run();
      log.info({}, "The agent has stopped.");
    },
  };
}

/** Logs the agent's identity and what it verifies plans with. */
function logStart(
  {
    config,
    credentials: { publicKey, warnings },
    agentKey,
    version,
  }: {
    config: AgentConfig;
    credentials: AgentCredentials;
    agentKey: SigningKey;
    version: string;
  },
  log: Logger,
): void {
  const { agent_id, brain_url, cache_dir } = config;
  const fields = { agent_id, brain_url, cache_dir, agent_key_id: agentKey.keyId, version };
  const agent_key = fingerprintOf(agentKey.publicKey);
  const plan_key = publicKey && fingerprintOf(publicKey);
  log.info({ ...fields, agent_key, plan_key }, "The agent starts.");
  if (!publicKey)
    log.warn(
      {},
      "No plan key is pinned: plans are verified with the API key only. Save the server's plan key to a file and set verify_key_path to it.",
    );
  for (const warning of warnings) log.warn({}, warning);
}

/** The tables depend on the platform only. They are read once, since reading them starts an engine thread. */
function createFacts(
  engine: Engine,
  {
    config,
    publicKey,
    version,
  }: { config: AgentConfig; publicKey: Uint8Array | null; version: string },
): () => Promise<AgentFacts> {
  let tables: string[] | null = null;
  return async () => {
    tables ??= (await engine.tables()).filter(({ here }) => here).map(({ name }) => name);
    return {
      ...readHostFacts(),
      agent_version: version,
      tags: config.tags,
      tables,
      pinned_key_id: publicKey && keyIdOf(publicKey),
    };
  };
}
