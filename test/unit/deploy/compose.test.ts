import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { missingForNginx, nginxConfig } from "../../helpers/nginx.ts";
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

test.skipIf(missingForNginx !== undefined)("nginx accepts its configuration", () => {
  const servers: [string, string] = ["127.0.0.1:7878", "127.0.0.1:7879"];
  const config = nginxConfig(temporaryFolder(), { port: 8443, servers });
  const args = ["-t", "-e", "stderr", "-c", config];
  const { stderr, status } = spawnSync("nginx", args, { encoding: "utf8" });
  expect({ stderr, status }).toMatchObject({ status: 0 });
});
