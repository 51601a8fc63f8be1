import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

let found: string | undefined;

/** The folder of the installed package; the same for the sources and for the bundle. */
export function packageRoot(): string {
  found ??= climb(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function climb(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : climb(dirname(folder));
}

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** The script of a kind of worker thread. */
export function workerUrl(kind: "engine" | "estate" | "upload"): URL {
  return pathToFileURL(join(packageRoot(), "dist", `${kind}-worker.js`));
}
