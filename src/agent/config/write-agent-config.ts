import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError } from "../../core/errors.ts";
import { writeDurablySync } from "../../core/write-durably.ts";
import type { AgentConfig } from "./types.ts";

/** Path of the plan key that is pinned together with a config: beside it. */
export function planKeyPathFor(configPath: string): string {
  return besideConfig(configPath, "plan-key");
}

/** Path of the CA certificate that is trusted together with a config. */
export function authorityPathFor(configPath: string): string {
  return besideConfig(configPath, "ca.pem");
}

function besideConfig(configPath: string, ending: string): string {
  return join(dirname(configPath), `${basename(configPath, ".json")}.${ending}`);
}

/** The fields that `agents init` writes; the others keep their defaults. */
export type NewConfig = Omit<AgentConfig, "cache_dir" | "log_level">;

/** Writes a config that only this user can read. */
export function writeAgentConfig(
  path: string,
  { tags, brain_url, api_key, agent_id, ...files }: NewConfig,
): void {
  const paths = Object.entries(files).filter(([, value]) => value !== null);
  const tagList = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  const content = { brain_url, api_key, agent_id, ...Object.fromEntries(paths), tags: tagList };
  writePrivateFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** Writes a file that only this user can ever read, completely or not at all. */
export function writePrivateFile(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeDurablySync(path, text);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError("output_failed", `${path} can't be written (${code}).`, {
      cause,
    });
  }
}
