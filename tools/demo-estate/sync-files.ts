import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file of the folder that differs from what its description generates. */
export interface ChangedFile {
  name: string;
  change: "added" | "changed" | "removed";
}

/** File names below the folder to their text. */
type Files = Map<string, string>;

/** Every file below `folder` that `writeFiles` would write or remove. */
export function changedFiles(folder: string, made: Files): ChangedFile[] {
  const changed: ChangedFile[] = staleFiles(folder, made).map((name) => ({
    name,
    change: "removed",
  }));
  for (const [name, text] of made) {
    const path = join(folder, name);
    if (!existsSync(path)) changed.push({ name, change: "added" });
    else if (readFileSync(path, "utf8") !== text) changed.push({ name, change: "changed" });
  }
  return changed;
}

/** Makes `folder` hold exactly these files. */
export function writeFiles(folder: string, made: Files): void {
  for (const name of staleFiles(folder, made)) rmSync(join(folder, name));
  for (const [name, text] of made) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function staleFiles(folder: string, made: Files): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".json") && !made.has(name))
    .sort();
}
