import type { Clock } from "../../core/clock.ts";
import { AppError } from "../../core/errors.ts";
import { readAgentConfig } from "../config/read-agent-config.ts";
import { type AgentCredentials, readAgentCredentials } from "../config/read-agent-credentials.ts";
import type { AgentConfig, ConfigSource } from "../config/types.ts";
import { checkApiKey, checkPlanKeyAndClock } from "./check-brain.ts";
import { checkCacheFolder } from "./check-cache-folder.ts";
import { checkClientCertificate, checkReach, checkTls } from "./check-connection.ts";
import { type Check, failed, ok, skipped } from "./types.ts";

const overNetwork = ["tls", "plan_key", "clock", "api_key"] as const;

/**
 * Looks at an agent's setup end to end, without registering it or taking a plan from it.
 * What can't be looked at because something before it failed is told as skipped.
 */
export async function checkAgent(source: ConfigSource, clock: Clock): Promise<Check[]> {
  const config = attempt("config", () => readAgentConfig(source));
  if ("check" in config) return [config.check];
  const understood = ok("config", describe(config.value));
  const files = attempt("files", () => readAgentCredentials(config.value, source.file));
  const cache = checkCacheFolder(config.value.cache_dir);
  if ("check" in files) return [understood, files.check, cache];
  return [
    understood,
    ...filesChecks(files.value),
    cache,
    ...(await checkOver(config.value, files.value, clock)),
  ];
}

async function checkOver(
  { brain_url, api_key }: AgentConfig,
  { tls, publicKey }: AgentCredentials,
  clock: Clock,
): Promise<Check[]> {
  const brain = { url: brain_url, tls };
  const own = checkClientCertificate(tls, clock.now());
  const reach = await checkReach(brain);
  if (reach.status === "failed")
    return [own, reach, ...overNetwork.map((name) => skipped(name, "reach"))];
  const trust = await checkTls(brain, clock.now());
  if (trust.status === "failed")
    return [own, reach, trust, ...overNetwork.slice(1).map((name) => skipped(name, "tls"))];
  const said = await checkPlanKeyAndClock(brain, { publicKey, now: clock.now });
  return [own, reach, trust, ...said, await checkApiKey(brain, api_key)];
}

function describe({ agent_id, brain_url, tags }: AgentConfig): string {
  const told = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  const tagged = told.length > 0 ? `, tags ${told.join(", ")}` : "";
  return `Agent ${agent_id} of ${brain_url}${tagged}.`;
}

function filesChecks({ warnings, tls, publicKey }: AgentCredentials): Check[] {
  if (warnings.length > 0)
    return warnings.map((message) => ({ ...ok("files", message), status: "warning" }));
  const count = Object.keys(tls).length + (publicKey ? 1 : 0);
  return [
    ok("files", count === 0 ? "None are named." : "Keys and certificates are readable and fit."),
  ];
}

/** What a step gives, or its one expected error as a failed check. */
function attempt<T>(name: Check["name"], step: () => T): { value: T } | { check: Check } {
  try {
    return { value: step() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { check: failed(name, error.message, error.hint ?? "") };
  }
}
