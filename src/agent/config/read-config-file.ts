import type { AppError } from "../../core/errors.ts";
import { configError } from "./config-error.ts";
import { readSmallFile } from "./read-small-file.ts";
import { type TextField, textFields } from "./types.ts";

/** The fields of a config file; all are optional. */
export type ConfigFile = Partial<Record<TextField, string>> & { tags?: string[] };

/**
 * Reads a config file and checks the type of each field; an unknown field is an error.
 * Checked by hand: a schema library would use a third of the agent's memory budget.
 */
export function readConfigFile(path: string): ConfigFile {
  const value = parseJson(readSmallFile(path, "The config file").bytes, path);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(path, "is not a JSON object");
  for (const [field, content] of Object.entries(value)) checkField(path, field, content);
  return value as ConfigFile;
}

function parseJson(bytes: Uint8Array, path: string): unknown {
  try {
    // TextDecoder drops the byte order mark that Windows editors write.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw invalid(path, "is not valid JSON", cause);
  }
}

function checkField(path: string, field: string, content: unknown): void {
  if (field === "tags") {
    const areStrings = Array.isArray(content) && content.every((tag) => typeof tag === "string");
    if (!areStrings) throw invalid(path, 'has "tags" that are not an array of strings');
  } else if (!(textFields as readonly string[]).includes(field)) {
    throw configError(
      `The config file ${path} has an unknown field ${JSON.stringify(field.slice(0, 80))}.`,
      `The fields are ${[...textFields, "tags"].join(", ")}.`,
    );
  } else if (typeof content !== "string") {
    throw invalid(path, `has a "${field}" that is not a string`);
  }
}

const example = '{"brain_url": "https://…", "api_key": "iq_…", "tags": ["env=prod"]}';

function invalid(path: string, what: string, cause?: unknown): AppError {
  return configError(`The config file ${path} ${what}.`, `Example: ${example}.`, cause);
}
