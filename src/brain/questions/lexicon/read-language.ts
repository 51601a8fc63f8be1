import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The vocabulary's files as parsed, by folder: entries by their id. */
export interface LanguageFiles {
  kinds: Record<string, unknown>;
  topics: Record<string, unknown>;
  grammar: Record<string, unknown>;
}

const folders = ["kinds", "topics", "grammar"] as const;

const yamlFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => join(folder, file));

/** Every file of a folder as one mapping; an id in two files is an error. */
function readFolder(folder: string): Record<string, unknown> {
  const seen: Record<string, unknown> = {};
  for (const file of yamlFiles(folder)) {
    const entries = parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    for (const [id, entry] of Object.entries(entries)) {
      if (id in seen) throw new Error(`${file}: ${id} is defined twice`);
      seen[id] = entry;
    }
  }
  return seen;
}

/** Parses the YAML files of `<dataDir>/language`. */
export function parseLanguage(dataDir: string): LanguageFiles {
  const [kinds, topics, grammar] = folders.map((name) =>
    readFolder(join(dataDir, "language", name)),
  );
  return { kinds: kinds ?? {}, topics: topics ?? {}, grammar: grammar ?? {} };
}

/** The build's JSON of the same files, which is read twenty times faster; null when it is older than they are. */
function readCompiled(dataDir: string): LanguageFiles | null {
  const compiled = join(dataDir, "language.json");
  if (!existsSync(compiled)) return null;
  const made = statSync(compiled).mtimeMs;
  const sources = folders.flatMap((name) => yamlFiles(join(dataDir, "language", name)));
  if (sources.some((file) => statSync(file).mtimeMs > made)) return null;
  return JSON.parse(readFileSync(compiled, "utf8")) as LanguageFiles;
}

/** The vocabulary's files, from the build's JSON where it is fresh, else from the YAML. */
export const readLanguage = (dataDir: string): LanguageFiles =>
  readCompiled(dataDir) ?? parseLanguage(dataDir);
