import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError } from "../../core/errors.ts";
import type { AgentConfig } from "./types.ts";

/** Where the plan key goes that is pinned together with a config: beside it. */
export function planKeyPathFor(configPath: string): string {
  return join(dirname(configPath), `${basename(configPath, ".json")}.plan-key`);
}

/** Without what is best left to the defaults. */
export type NewConfig = Omit<AgentConfig, "cache_dir" | "log_level">;

/** Writes a config that nobody else may read. */
export function writeAgentConfig(
  path: string,
  { tags, brain_url, api_key, agent_id, ...files }: NewConfig,
): void {
  const paths = Object.entries(files).filter(([, value]) => value !== null);
  const words = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  const said = { brain_url, api_key, agent_id, ...Object.fromEntries(paths), tags: words };
  writePrivate(path, `${JSON.stringify(said, null, 2)}\n`);
}

/** Whole or not at all; the key in it is never readable by others, not even for a moment. */
export function writePrivate(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError("output_failed", `${path} can't be written (${code}).`, {
      hint: "Name another file with --output.",
      cause,
    });
  }
}
