import type { Tags } from "../../contract/common.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** How an agent is set up, by the contract's own field names. Paths are absolute. */
export interface AgentConfig {
  /** The brain's address, without a slash at its end. */
  brain_url: string;
  api_key: string;
  agent_id: string;
  cache_dir: string;
  log_level: LogLevel;
  /** The brain's plan key; null where plans are checked by the API key alone. */
  verify_key_path: string | null;
  ca_cert_path: string | null;
  client_cert_path: string | null;
  client_key_path: string | null;
  tags: Tags;
}

/** The fields of a config file: those of `AgentConfig`, with `tags` as words. */
export const textFields = [
  "brain_url",
  "api_key",
  "agent_id",
  "cache_dir",
  "log_level",
  "verify_key_path",
  "ca_cert_path",
  "client_cert_path",
  "client_key_path",
] as const;
export type TextField = (typeof textFields)[number];

/** The machine and the user that the defaults come from. */
export interface MachineDefaults {
  hostname: string;
  home: string;
  platform: NodeJS.Platform;
}

export interface ConfigSource {
  /** What `--config` names. */
  file: string | undefined;
  env: Record<string, string | undefined>;
  /** `tags` as on the command line: words with commas between them. */
  flags: { tags?: string | undefined };
  machine: MachineDefaults;
}
