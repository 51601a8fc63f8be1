import type { AppError } from "../../core/errors.ts";
import { configError } from "./config-error.ts";
import { readSmallFile } from "./read-small-file.ts";
import { type TextField, textFields } from "./types.ts";

/** What a config file says; every field may be left out. */
export type ConfigFile = Partial<Record<TextField, string>> & { tags?: string[] };

/**
 * The fields of a config file, each of its right type; a field that isn't known is an error.
 * Checked by hand: a schema library would cost the agent a third of the memory it may take.
 */
export function readConfigFile(path: string): ConfigFile {
  const value = parseJson(readSmallFile(path, "The config file").bytes, path);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(path, "holds no JSON object");
  for (const [field, content] of Object.entries(value)) checkField(path, field, content);
  return value as ConfigFile;
}

function parseJson(bytes: Uint8Array, path: string): unknown {
  try {
    // Editors on Windows put a byte order mark first, which the decoder takes away.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw wrong(path, "holds no JSON", cause);
  }
}

function checkField(path: string, field: string, content: unknown): void {
  if (field === "tags") {
    const isWords = Array.isArray(content) && content.every((word) => typeof word === "string");
    if (!isWords) throw wrong(path, 'has "tags" that are no array of strings');
  } else if (!(textFields as readonly string[]).includes(field)) {
    throw configError(
      `The config file ${path} has an unknown field ${JSON.stringify(field.slice(0, 80))}.`,
      `Fields are ${[...textFields, "tags"].join(", ")}.`,
    );
  } else if (typeof content !== "string") {
    throw wrong(path, `has a "${field}" that is no string`);
  }
}

const example = '{"brain_url": "https://…", "api_key": "iq_…", "tags": ["env=prod"]}';

function wrong(path: string, what: string, cause?: unknown): AppError {
  return configError(`The config file ${path} ${what}.`, `Write it like ${example}.`, cause);
}
