import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const host = {
  agent_id: "web-1",
  hostname: "web-1",
  os: "linux",
  os_version: "12",
  arch: "x64",
  tags: [],
  addresses: ["192.0.2.1"],
  tables: { users: [{ uid: 0, username: "root" }] },
  denied: [],
};

/** Builds a package folder like an installation's, with the engine's worker and the script. */
async function buildPackage(): Promise<string> {
  // Below node_modules, so that the bundles find their external packages.
  mkdirSync("node_modules/.cache", { recursive: true });
  const root = resolve(mkdtempSync("node_modules/.cache/backend-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  copyFileSync("package.json", join(root, "package.json"));
  symlinkSync(resolve("data"), join(root, "data"), "junction");
  await build({
    entryPoints: {
      "engine-worker": "src/engine/worker/worker.ts",
      script: fileURLToPath(new URL("./open-failing-backend.ts", import.meta.url)),
    },
    outdir: join(root, "dist"),
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  return root;
}

test("a start that fails at its last step leaves nothing running and the data folder unlocked", async () => {
  const root = await buildPackage();
  const folder = temporaryFolder();
  const hosts = join(folder, "hosts");
  mkdirSync(hosts);
  writeFileSync(join(hosts, "web-1.json"), JSON.stringify(host));
  const script = join(root, "dist", "script.js");

  // Any timer, thread, socket or poll left running keeps the process alive until it is killed.
  const child = spawn(process.execPath, [script, join(folder, "data"), hosts], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 20_000,
  });
  const [output, log, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);

  expect({ code, signal, log }).toEqual({ code: 0, signal: null, log: "" });
  expect(JSON.parse(output)).toEqual({ message: expect.stringMatching(/PEM/), locked: false });
});
