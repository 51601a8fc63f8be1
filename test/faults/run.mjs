// Bundles main.ts and runs it: `npm run faults`, or `npm run faults -- kill-server` for one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
// Inside, so that the bundle finds the program's packages.
const folder = mkdtempSync(join(here, "bundle-"));
try {
  const outfile = join(folder, "main.js");
  await build({
    entryPoints: [join(here, "main.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const root = join(here, "../..");
  const args = ["--enable-source-maps", outfile, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: "inherit", cwd: root });
  // It ends what it has started by itself. Ctrl-C reaches both.
  process.on("SIGINT", () => undefined).on("SIGTERM", () => child.kill());
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
