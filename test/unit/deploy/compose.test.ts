import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const file = "deploy/compose/compose.yaml";
const compose = parse(readFileSync(file, "utf8"), { merge: true }) as {
  services: Record<string, { image: string; secrets?: string[]; volumes?: string[] }>;
  secrets: Record<string, { file: string }>;
};

test("the compose file follows the schema of Compose", () => {
  const rules = JSON.stringify({
    rules: {
      // The image has a name because both servers use it.
      "no-build-and-image": 0,
      "require-quotes-in-ports": 0,
      "service-keys-order": 0,
      "services-alphabetical-order": 0,
    },
  });
  const config = join(temporaryFolder(), "dclint.json");
  writeFileSync(config, rules);
  const args = [
    "node_modules/dclint/bin/dclint.cjs",
    "--config",
    config,
    "--max-warnings",
    "0",
    file,
  ];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ stdout, stderr, status }).toMatchObject({ status: 0 });
});

test("images have a version, and secrets are files", () => {
  for (const { image } of Object.values(compose.services)) expect(image).toMatch(/:\d+\.\d+/);
  const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets);
  expect([...new Set(used)].sort()).toEqual(Object.keys(compose.secrets).sort());
  for (const [name, secret] of Object.entries(compose.secrets))
    expect(secret.file).toBe(`./secrets/${name}`);
});

test("each server has a data folder of its own", () => {
  const folders = ["server-1", "server-2"].map((name) => compose.services[name]?.volumes);
  expect(folders).toEqual([["server-1:/var/lib/inquest"], ["server-2:/var/lib/inquest"]]);
});

const tools = ["nginx", "openssl"];
const missing = tools.find((tool) => spawnSync("which", [tool]).status !== 0);
if (missing) console.warn(`Skipped: nginx.conf is checked by nginx, since ${missing} is missing.`);

test.skipIf(missing !== undefined)("nginx accepts its configuration", () => {
  const folder = temporaryFolder();
  const [key, certificate] = [join(folder, "tls-key"), join(folder, "tls-certificate")];
  const request = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
  ];
  const subject = ["-subj", "/CN=localhost", "-days", "1", "-keyout", key, "-out", certificate];
  execFileSync("openssl", [...request, ...subject], { stdio: "ignore" });
  // \`resolve\` needs nginx 1.27.3, and the names of containers an engine.
  const text = readFileSync("deploy/compose/nginx.conf", "utf8")
    .replaceAll("/run/secrets/", `${folder}/`)
    .replaceAll(/server-\d:7878 resolve/g, "127.0.0.1:7878");
  const config = join(folder, "nginx.conf");
  writeFileSync(config, `pid ${folder}/pid;\n${text}`);
  const { stderr, status } = spawnSync("nginx", ["-t", "-e", "stderr", "-c", config], {
    encoding: "utf8",
  });
  expect({ stderr, status }).toMatchObject({ status: 0 });
});
