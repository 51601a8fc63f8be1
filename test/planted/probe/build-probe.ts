import { copyFileSync, cpSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const sqlite = "@sqlite.org/sqlite-wasm";

/**
 * A folder with Node and everything that the tables need, to be seen by planted roots, and with the
 * scripts of tools/ by which several cases ask for the truth.
 */
export async function buildProbe(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "inquest-probe-"));
  copyFileSync(process.execPath, join(folder, "node"));
  cpSync("test/planted/tools", join(folder, "tools"), { recursive: true });
  const from = dirname(createRequire(import.meta.url).resolve(`${sqlite}/package.json`));
  cpSync(from, join(folder, "node_modules", sqlite), { recursive: true, dereference: true });
  await build({
    entryPoints: ["probe", "collect"].map((name) => `test/planted/probe/${name}.ts`),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: [sqlite],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  return folder;
}

/** A probe ends before optimised code would pay for its compilation, which takes a quarter of the time. */
const node = "/run/planted/node --liftoff-only --no-opt --sparkplug";

export const runProbe = `${node} /run/planted/probe.mjs`;
export const runCollector = `${node} /run/planted/collect.mjs`;
