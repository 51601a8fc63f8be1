import { statSync } from "node:fs";
import { configError } from "./config-error.ts";
import { parsePlanKey } from "./parse-plan-key.ts";
import { type ConfigFile, readConfigFile } from "./read-config-file.ts";
import { readSmallFile } from "./read-small-file.ts";
import { isReadableByOthers, readTlsFiles, type TlsFiles } from "./read-tls-files.ts";
import type { AgentConfig } from "./types.ts";

/** What the files that a config names hold. */
export interface AgentCredentials {
  /** The pinned plan key, 32 bytes; null where plans are checked by the API key alone. */
  publicKey: Buffer | null;
  tls: TlsFiles;
  /** What the operator should know, a sentence each; nothing of it stops the agent. */
  warnings: string[];
}

type NamedFiles = Pick<
  AgentConfig,
  "verify_key_path" | "ca_cert_path" | "client_cert_path" | "client_key_path"
>;

/** Reads the files that `config` names, before anything is sent; `file` is the config's own, if it has one. */
export function readAgentCredentials(config: NamedFiles, file?: string): AgentCredentials {
  const warnings = file === undefined ? [] : configModeWarnings(file);
  const publicKey = config.verify_key_path === null ? null : readPlanKey(config.verify_key_path);
  return { publicKey, tls: readTlsFiles(config, warnings), warnings };
}

function readPlanKey(path: string): Buffer {
  const key = parsePlanKey(readSmallFile(path, "The plan key").bytes.toString("utf8"));
  if (key) return key;
  throw configError(
    `The plan key ${path} holds no Ed25519 public key.`,
    "Save the brain's answer to GET /v1/plan-key there, its public_key alone, or a PEM public key.",
  );
}

/** Whoever can read the API key can act as this agent. */
function configModeWarnings(path: string): string[] {
  const { api_key }: ConfigFile = readConfigFile(path);
  if (!api_key?.trim() || !isReadableByOthers(statSync(path).mode)) return [];
  return [
    `The config file ${path} holds an API key and can be read by every user; take that away with chmod 600.`,
  ];
}
