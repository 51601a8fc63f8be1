import { join } from "node:path";
import { getAsset, isSea } from "node:sea";
import { pathToFileURL } from "node:url";
import { packageRoot, packageVersion } from "./package-root.ts";

/** Names under which the single-file executable carries them; build-sea.mjs puts them there. */
const assets = { version: "version", engineWorker: "engine-worker.js" } as const;

export function programVersion(): string {
  return isSea() ? getAsset(assets.version, "utf8") : packageVersion();
}

/** The engine's worker: a file of the package or, in a single file, its text itself. */
export function engineWorkerUrl(): URL {
  if (!isSea()) return pathToFileURL(join(packageRoot(), "dist", "engine-worker.js"));
  const code = Buffer.from(getAsset(assets.engineWorker));
  return new URL(`data:text/javascript;base64,${code.toString("base64")}`);
}
