import { join } from "node:path";
import { getAsset, isSea } from "node:sea";
import { pathToFileURL } from "node:url";
import { packageRoot, packageVersion } from "./package-root.ts";

/** Asset names in the single-file executable, as written by build-sea.mjs. */
const assets = {
  version: "version",
  engineWorker: "engine-worker.js",
  sqliteWasm: "sqlite3.wasm",
} as const;

export function programVersion(): string {
  return isSea() ? getAsset(assets.version, "utf8") : packageVersion();
}

/** The engine's worker: a file of the package or, in a single-file executable, a loader for its asset. */
export function engineWorkerUrl(): URL {
  if (!isSea()) return pathToFileURL(join(packageRoot(), "dist", "engine-worker.js"));
  return new URL(`data:text/javascript,${encodeURIComponent(startFromAssets)}`);
}

// The whole worker as a data URL would be copied several times in each thread.
const startFromAssets = `
import { createRequire } from "node:module";
const require = createRequire("file:///");
const { getAsset, getRawAsset } = require("node:sea");
const wasm = new Uint8Array(getRawAsset("${assets.sqliteWasm}"));
new Function("require", "__sqliteWasm", getAsset("${assets.engineWorker}", "utf8"))(require, wasm);
`;
