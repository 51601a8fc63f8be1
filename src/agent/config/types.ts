import type { Tags } from "../../contract/common.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The agent's settings, with the contract's field names. Paths are absolute. */
export interface AgentConfig {
  /** The brain's URL, without a trailing slash. */
  brain_url: string;
  api_key: string;
  agent_id: string;
  cache_dir: string;
  log_level: LogLevel;
  /** The pinned plan key; null if plans are verified with the API key only. */
  verify_key_path: string | null;
  ca_cert_path: string | null;
  client_cert_path: string | null;
  client_key_path: string | null;
  tags: Tags;
}

/** The text fields of a config file; besides them it has `tags`, as a list. */
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

/** The machine and user that defaults are derived from. */
export interface MachineDefaults {
  hostname: string;
  home: string;
  platform: NodeJS.Platform;
}

export interface ConfigSource {
  /** The path in `--config`. */
  file: string | undefined;
  env: Record<string, string | undefined>;
  /** `tags` as on the command line, separated by commas. */
  flags: { tags?: string | undefined };
  machine: MachineDefaults;
}
