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

/** The cache folder's name in the user's home. */
const cacheFolder = ".inquest-agent";

/** Merges the agent's settings, flags over environment over file over defaults, and checks each. */
export function readAgentConfig(source: ConfigSource): AgentConfig {
  const { file, machine: place } = source;
  const said = file === undefined ? {} : readConfigFile(file);
  const given = (field: TextField) => readSetting(field, said, source);
  const config: AgentConfig = {
    brain_url: checkBrainUrl(given("brain_url") ?? missing("brain_url", source)),
    api_key: checkApiKey(given("api_key") ?? missing("api_key", source)),
    agent_id: checkAgentId(
      given("agent_id") ?? { value: `service-${place.hostname}`, origin: "The default agent_id" },
    ),
    cache_dir: pathOf("cache_dir", said, source) ?? join(place.home, cacheFolder),
    log_level: checkLogLevel(given("log_level") ?? { value: "info", origin: "log_level" }),
    verify_key_path: pathOf("verify_key_path", said, source),
    ca_cert_path: pathOf("ca_cert_path", said, source),
    client_cert_path: pathOf("client_cert_path", said, source),
    client_key_path: pathOf("client_key_path", said, source),
    tags: tagsOf(said, source),
  };
  if ((config.client_cert_path === null) !== (config.client_key_path === null)) {
    const [there, absent] = config.client_cert_path
      ? ["client_cert_path", "client_key_path"]
      : ["client_key_path", "client_cert_path"];
    throw configError(`${there} is given without ${absent}.`, "Give both, or neither.");
  }
  return config;
}

/** What the environment or the file says of a field. A blank is a field that isn't given. */
function readSetting(
  field: TextField,
  said: ConfigFile,
  { env, file }: ConfigSource,
): SettingValue | null {
  const variable = env[variableOf(field)]?.trim();
  if (variable) return { value: variable, origin: variableOf(field) };
  const value = said[field]?.trim();
  return value ? { value, origin: `${field} in ${file}` } : null;
}

function missing(field: "brain_url" | "api_key", { file }: ConfigSource): never {
  throw configError(
    `No ${field} is given.`,
    file === undefined
      ? `Write a config with inquest agents init and name it with --config, or set ${variableOf(field)}.`
      : `Put it into ${file}, or set ${variableOf(field)}.`,
  );
}

/** An absolute path: one in the file counts from the file's folder, wherever the agent is started. */
function pathOf(field: TextField, said: ConfigFile, source: ConfigSource): string | null {
  const { file, env, machine: place } = source;
  const given = readSetting(field, said, source);
  if (given === null) return null;
  if (/\p{Cc}/u.test(given.value))
    throw configError(`${given.origin} holds a control character.`, "Take it out.");
  const inFile = file !== undefined && !env[variableOf(field)]?.trim();
  // No shell has replaced the tilde in a JSON file.
  const tilde = place.platform === "win32" ? /^~(?=$|[/\\])/ : /^~(?=$|\/)/;
  const path = given.value.replace(tilde, () => place.home);
  return inFile ? resolve(dirname(file), path) : resolve(path);
}

function tagsOf(said: ConfigFile, { flags, file }: ConfigSource): Tags {
  if (flags.tags === undefined) return parseTags(said.tags ?? [], `tags in ${file}`);
  const words = flags.tags.split(",").map((word) => word.trim());
  return parseTags(
    words.filter((word) => word !== ""),
    "The tags of --tags",
  );
}
