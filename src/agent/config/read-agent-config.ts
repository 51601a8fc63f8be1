import { dirname, join, resolve } from "node:path";
import type { Tags } from "../../contract/common.ts";
import {
  checkAgentId,
  checkApiKey,
  checkBrainUrl,
  checkLogLevel,
  type SettingValue,
} from "./check-values.ts";
import { configError } from "./config-error.ts";
import { parseTags } from "./parse-tags.ts";
import { type ConfigFile, readConfigFile } from "./read-config-file.ts";
import type { AgentConfig, ConfigSource, TextField } from "./types.ts";

/** The environment variable that overrides a field; tags have none. */
export const variableOf = (field: TextField): string => `SERVICE_${field.toUpperCase()}`;

/** Name of the default cache folder, in the user's home. */
const cacheFolder = ".inquest-agent";

/** Merges flags, environment, config file and defaults, in this order of precedence, and checks each setting. */
export function readAgentConfig(source: ConfigSource): AgentConfig {
  const { file, machine: place } = source;
  const fields = file === undefined ? {} : readConfigFile(file);
  const setting = (field: TextField) => readSetting(field, fields, source);
  const config: AgentConfig = {
    brain_url: checkBrainUrl(setting("brain_url") ?? missing("brain_url", source)),
    api_key: checkApiKey(setting("api_key") ?? missing("api_key", source)),
    agent_id: checkAgentId(
      setting("agent_id") ?? { value: `service-${place.hostname}`, origin: "The default agent_id" },
    ),
    cache_dir: pathOf("cache_dir", fields, source) ?? join(place.home, cacheFolder),
    log_level: checkLogLevel(setting("log_level") ?? { value: "info", origin: "log_level" }),
    verify_key_path: pathOf("verify_key_path", fields, source),
    ca_cert_path: pathOf("ca_cert_path", fields, source),
    client_cert_path: pathOf("client_cert_path", fields, source),
    client_key_path: pathOf("client_key_path", fields, source),
    tags: tagsOf(fields, source),
  };
  if ((config.client_cert_path === null) !== (config.client_key_path === null)) {
    const [set, unset] = config.client_cert_path
      ? ["client_cert_path", "client_key_path"]
      : ["client_key_path", "client_cert_path"];
    throw configError(`${set} is set without ${unset}.`, "Set both, or neither.");
  }
  return config;
}

/** A field from the environment or the file; blank counts as unset. */
function readSetting(
  field: TextField,
  fields: ConfigFile,
  { env, file }: ConfigSource,
): SettingValue | null {
  const variable = env[variableOf(field)]?.trim();
  if (variable) return { value: variable, origin: variableOf(field) };
  const value = fields[field]?.trim();
  return value ? { value, origin: `${field} in ${file}` } : null;
}

function missing(field: "brain_url" | "api_key", { file }: ConfigSource): never {
  throw configError(
    `${field} is not set.`,
    file === undefined
      ? `Create a config with inquest agents init and pass it with --config, or set ${variableOf(field)}.`
      : `Add it to ${file}, or set ${variableOf(field)}.`,
  );
}

/** An absolute path; a relative one in the file is relative to the file's folder. */
function pathOf(field: TextField, fields: ConfigFile, source: ConfigSource): string | null {
  const { file, env, machine: place } = source;
  const setting = readSetting(field, fields, source);
  if (setting === null) return null;
  if (/\p{Cc}/u.test(setting.value))
    throw configError(`${setting.origin} contains a control character.`, "Remove it.");
  const inFile = file !== undefined && !env[variableOf(field)]?.trim();
  // In a JSON file no shell has expanded the tilde.
  const tilde = place.platform === "win32" ? /^~(?=$|[/\\])/ : /^~(?=$|\/)/;
  const path = setting.value.replace(tilde, () => place.home);
  return inFile ? resolve(dirname(file), path) : resolve(path);
}

function tagsOf(fields: ConfigFile, { flags, file }: ConfigSource): Tags {
  if (flags.tags === undefined) return parseTags(fields.tags ?? [], `tags in ${file}`);
  const items = flags.tags.split(",").map((item) => item.trim());
  return parseTags(
    items.filter((item) => item !== ""),
    "The tags of --tags",
  );
}
