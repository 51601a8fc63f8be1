import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fetchPlanKey, type OfferedPlanKey } from "../../agent/check/fetch-plan-key.ts";
import {
  findUnknownAuthority,
  type OfferedAuthority,
} from "../../agent/check/unknown-authority.ts";
import { checkAgentId, checkApiKey, checkBrainUrl } from "../../agent/config/check-values.ts";
import { configError } from "../../agent/config/config-error.ts";
import { parseTags } from "../../agent/config/parse-tags.ts";
import { readAgentCredentials } from "../../agent/config/read-agent-credentials.ts";
import {
  authorityPathFor,
  type NewConfig,
  planKeyPathFor,
  writeAgentConfig,
  writePrivateFile,
} from "../../agent/config/write-agent-config.ts";
import { AppError } from "../../core/errors.ts";
import { fingerprintOf } from "../../plan/signing-key.ts";
import { machineDefaults } from "./agent-environment.ts";

export type { OfferedPlanKey } from "../../agent/check/fetch-plan-key.ts";

/** The values of a new config, as entered by the user. */
export interface SetupAnswers {
  brainUrl: string;
  apiKey: string;
  agentId: string;
  /** Separated by commas. */
  tags: string;
  planKeyPath?: string | undefined;
  caCert?: string | undefined;
  clientCert?: string | undefined;
  clientKey?: string | undefined;
}

export interface SetupFile {
  path: string;
  brain_url: string;
  agent_id: string;
  plan_key_path: string | null;
  fingerprint: string | null;
}

type Answer = "brainUrl" | "apiKey" | "agentId" | "tags";

const checks: Record<Answer, (value: string, origin: string) => unknown> = {
  brainUrl: (value, origin) => checkBrainUrl({ value, origin }),
  apiKey: (value, origin) => checkApiKey({ value, origin }),
  agentId: (value, origin) => checkAgentId({ value, origin }),
  tags: (value, origin) => parseTags(wordsOf(value), origin),
};

/** True for a valid answer, else the error message. */
export function validateAnswer(name: Answer, value: string): string | true {
  try {
    checks[name](value.trim(), name === "tags" ? "These tags" : "This");
    return true;
  } catch (error) {
    if (error instanceof AppError) return [error.message, error.hint].join(" ");
    throw error;
  }
}

export const defaultAgentId = (): string => `service-${machineDefaults().hostname}`;

export const isThere = (path: string): boolean => existsSync(path);

/** Fetches the plan key that the server offers. The caller must verify its fingerprint. */
export function fetchOfferedPlanKey(answers: SetupAnswers): Promise<OfferedPlanKey> {
  const config = configOf(answers);
  return fetchPlanKey({ url: config.brain_url, tls: readAgentCredentials(config).tls });
}

/** The authority of the server's certificate if this machine doesn't trust it; see `findUnknownAuthority`. */
export function unknownAuthority({ brainUrl }: SetupAnswers): Promise<OfferedAuthority | null> {
  return findUnknownAuthority(brainUrl.trim());
}

/** Saves an authority next to the config; the path is the answer to name it with. */
export function saveAuthority(output: string, { pem }: OfferedAuthority): string {
  const path = authorityPathFor(resolve(output));
  writePrivateFile(path, pem);
  return path;
}

/** Validates the answers, then writes the config and, next to it, the plan key to pin. */
export function writeAgentSetup(
  output: string,
  answers: SetupAnswers,
  planKey: OfferedPlanKey | null,
): SetupFile {
  const path = resolve(output);
  const config = configOf(answers);
  const { publicKey } = readAgentCredentials(config);
  if (planKey) {
    config.verify_key_path = planKeyPathFor(path);
    writePrivateFile(config.verify_key_path, `${planKey.publicKey}\n`);
  }
  writeAgentConfig(path, config);
  const { brain_url, agent_id, verify_key_path } = config;
  const fingerprint = planKey?.fingerprint ?? (publicKey && fingerprintOf(publicKey));
  return { path, brain_url, agent_id, plan_key_path: verify_key_path, fingerprint };
}

function configOf(answers: SetupAnswers): NewConfig {
  const { brainUrl, apiKey, agentId, tags, planKeyPath, caCert, clientCert, clientKey } = answers;
  if ((clientCert === undefined) !== (clientKey === undefined))
    throw configError("--client-cert and --client-key go together.", "Pass both, or neither.");
  const path = (given: string | undefined) => (given ? resolve(given) : null);
  return {
    brain_url: checkBrainUrl({ value: brainUrl.trim(), origin: "--brain-url" }),
    api_key: checkApiKey({ value: apiKey.trim(), origin: "--api-key" }),
    agent_id: checkAgentId({ value: agentId.trim(), origin: "--agent-id" }),
    verify_key_path: path(planKeyPath),
    ca_cert_path: path(caCert),
    client_cert_path: path(clientCert),
    client_key_path: path(clientKey),
    tags: parseTags(wordsOf(tags), "The tags of --tags"),
  };
}

function wordsOf(tags: string): string[] {
  return tags
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
