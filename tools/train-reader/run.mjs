// Bundles the trainer and runs it, because Node 20 does not read TypeScript.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { build } from "esbuild";

const outfile = "node_modules/.cache/inquest/train-reader.mjs";
mkdirSync("node_modules/.cache/inquest", { recursive: true });
await build({
  entryPoints: ["tools/train-reader/main.ts"],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});
const child = spawn(
  process.execPath,
  ["--max-old-space-size=6000", outfile, ...process.argv.slice(2)],
  {
    stdio: "inherit",
  },
);
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
