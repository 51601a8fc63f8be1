import { statSync } from "node:fs";
import { configError } from "./config-error.ts";
import { parsePlanKey } from "./parse-plan-key.ts";
import { type ConfigFile, readConfigFile } from "./read-config-file.ts";
import { readSmallFile } from "./read-small-file.ts";
import { isReadableByOthers, readTlsFiles, type TlsFiles } from "./read-tls-files.ts";
import type { AgentConfig } from "./types.ts";

/** The contents of the files that a config names. */
export interface AgentCredentials {
  /** The pinned plan key, 32 bytes; null if plans are verified with the API key only. */
  publicKey: Buffer | null;
  tls: TlsFiles;
  /** Problems the operator should fix, one sentence each; the agent starts anyway. */
  warnings: string[];
}

type NamedFiles = Pick<
  AgentConfig,
  "verify_key_path" | "ca_cert_path" | "client_cert_path" | "client_key_path"
>;

/** Reads the files that `config` names; `file` is the config file itself, if there is one. */
export function readAgentCredentials(config: NamedFiles, file?: string): AgentCredentials {
  const warnings = file === undefined ? [] : configModeWarnings(file);
  const publicKey = config.verify_key_path === null ? null : readPlanKey(config.verify_key_path);
  return { publicKey, tls: readTlsFiles(config, warnings), warnings };
}

function readPlanKey(path: string): Buffer {
  const key = parsePlanKey(readSmallFile(path, "The plan key").bytes.toString("utf8"));
  if (key) return key;
  throw configError(
    `The plan key ${path} contains no Ed25519 public key.`,
    "Save the response of GET /v1/plan-key there, only its public_key, or a PEM public key.",
  );
}

/** Anyone who can read the API key can act as this agent. */
function configModeWarnings(path: string): string[] {
  const { api_key }: ConfigFile = readConfigFile(path);
  if (!api_key?.trim() || !isReadableByOthers(statSync(path).mode)) return [];
  return [
    `The config file ${path} contains an API key and is readable by every user; run chmod 600 on it.`,
  ];
}
