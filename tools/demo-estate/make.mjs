// `npm run make:demo` writes data/estate from the descriptions in this folder.
// `npm run make:demo -- --check` only compares, and exits 1 if a file differs.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const target = join(here, "..", "..", "data", "estate");
const isCheck = process.argv.includes("--check");

/** Loads the TypeScript as bundles inside the project, where its packages resolve. */
async function load(...names) {
  const folder = mkdtempSync(join(here, "bundle-"));
  try {
    await build({
      entryPoints: names.map((name) => join(here, `${name}.ts`)),
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      packages: "external",
      logLevel: "warning",
    });
    return await Promise.all(
      names.map((name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [{ makeDemoFiles }, { changedFiles, writeFiles }] = await load("demo-files", "sync-files");
const made = await makeDemoFiles();
const changed = changedFiles(target, made);
if (!isCheck) writeFiles(target, made);
for (const { name, change } of changed) console.log(`${change} ${name}`);
if (changed.length === 0) console.log("data/estate is up to date.");
else if (isCheck) {
  console.error("data/estate differs from its descriptions. Run npm run make:demo.");
  process.exitCode = 1;
}
