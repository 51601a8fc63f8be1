import type { Clock } from "../../core/clock.ts";
import { AppError } from "../../core/errors.ts";
import { readAgentConfig } from "../config/read-agent-config.ts";
import { type AgentCredentials, readAgentCredentials } from "../config/read-agent-credentials.ts";
import type { AgentConfig, ConfigSource } from "../config/types.ts";
import { checkApiKey, checkPlanKeyAndClock } from "./check-brain.ts";
import { checkCacheFolder } from "./check-cache-folder.ts";
import { checkClientCertificate, checkReach, checkTls } from "./check-connection.ts";
import { type Check, failed, ok, skipped } from "./types.ts";

const networkChecks = ["tls", "plan_key", "clock", "api_key"] as const;

/**
 * Checks an agent's setup end to end, without registering it or fetching plans. A check that depends
 * on a failed one is reported as skipped.
 */
export async function checkAgent(source: ConfigSource, clock: Clock): Promise<Check[]> {
  const config = attempt("config", () => readAgentConfig(source));
  if ("check" in config) return [config.check];
  const configCheck = ok("config", describe(config.value));
  const files = attempt("files", () => readAgentCredentials(config.value, source.file));
  const cache = checkCacheFolder(config.value.cache_dir);
  if ("check" in files) return [configCheck, files.check, cache];
  return [
    configCheck,
    ...filesChecks(files.value),
    cache,
    ...(await checkConnection(config.value, files.value, clock)),
  ];
}

async function checkConnection(
  { brain_url, api_key }: AgentConfig,
  { tls, publicKey }: AgentCredentials,
  clock: Clock,
): Promise<Check[]> {
  const brain = { url: brain_url, tls };
  const ownCertificate = checkClientCertificate(tls, clock.now());
  const reach = await checkReach(brain);
  if (reach.status === "failed")
    return [ownCertificate, reach, ...networkChecks.map((name) => skipped(name, "reach"))];
  const tlsCheck = await checkTls(brain, clock.now());
  if (tlsCheck.status === "failed")
    return [
      ownCertificate,
      reach,
      tlsCheck,
      ...networkChecks.slice(1).map((name) => skipped(name, "tls")),
    ];
  const planKeyAndClock = await checkPlanKeyAndClock(brain, { publicKey, now: clock.now });
  return [ownCertificate, reach, tlsCheck, ...planKeyAndClock, await checkApiKey(brain, api_key)];
}

function describe({ agent_id, brain_url, tags }: AgentConfig): string {
  const list = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  const suffix = list.length > 0 ? `, tags ${list.join(", ")}` : "";
  return `Agent ${agent_id}, server ${brain_url}${suffix}.`;
}

function filesChecks({ warnings, tls, publicKey }: AgentCredentials): Check[] {
  if (warnings.length > 0)
    return warnings.map((message) => ({ ...ok("files", message), status: "warning" }));
  const count = Object.keys(tls).length + (publicKey ? 1 : 0);
  return [
    ok(
      "files",
      count === 0 ? "None are configured." : "Keys and certificates are readable and match.",
    ),
  ];
}

/** The result of a step, or a failed check if it throws an `AppError`. */
function attempt<T>(name: Check["name"], step: () => T): { value: T } | { check: Check } {
  try {
    return { value: step() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { check: failed(name, error.message, error.hint ?? "") };
  }
}
