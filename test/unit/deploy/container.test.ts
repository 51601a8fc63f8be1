import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const dockerfile = readFileSync("deploy/container/Dockerfile", "utf8");
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n/g, " ")
  .split("\n")
  .filter((line) => line.trim() !== "");
const argumentsOf = (name: string) =>
  instructions
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length + 1));

test("the Dockerfile is valid", () => {
  expect(validate(dockerfile)).toEqual([]);
});

test("its bases have a version, it runs as an ordinary user, and has a health check", () => {
  const [nodeVersion] = argumentsOf("ARG").map((text) => text.replace("NODE_VERSION=", ""));
  expect(nodeVersion).toMatch(/^\d+\.\d+\.\d+$/);
  for (const base of argumentsOf("FROM"))
    expect(base).toMatch(/^node:\$\{NODE_VERSION\}-bookworm-slim( AS build)?$/);
  expect(argumentsOf("USER")).toEqual(["10001"]);
  expect(argumentsOf("HEALTHCHECK")).toHaveLength(1);
});

test("everything that it copies from the repository is there", () => {
  const copied = argumentsOf("COPY")
    .filter((text) => !text.includes("--from="))
    .flatMap((text) =>
      text
        .split(" ")
        .filter((word) => !word.startsWith("--"))
        .slice(0, -1),
    );
  expect(copied).toContain("package-lock.json");
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
});

const script = readFileSync("deploy/container/start-server", "utf8");

/** Runs the image's script over folders of ours, with a program that prints its arguments as \`inquest\`. */
function startServer(secrets: string, dataDir: string): string {
  const bin = temporaryFolder();
  writeFileSync(join(bin, "inquest"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const { stdout, stderr, status } = spawnSync(
    "sh",
    ["-c", script.replaceAll("/run/secrets", secrets), "start-server", "--port", "1"],
    { env: { PATH: `${bin}:${process.env.PATH}`, INQUEST_DATA_DIR: dataDir }, encoding: "utf8" },
  );
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

test("a server starts with the keys of the secrets, and keeps those that it has", () => {
  const [secrets, dataDir] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(secrets, "secret.key"), "one");
  writeFileSync(join(secrets, "plan.key"), "two", { mode: 0o444 });
  expect(startServer(secrets, dataDir)).toBe("server --port 1\n");
  expect(readFileSync(join(dataDir, "secret.key"), "utf8")).toBe("one");
  expect(statSync(join(dataDir, "plan.key")).mode & 0o777).toBe(0o600);
  writeFileSync(join(dataDir, "plan.key"), "rotated");
  startServer(secrets, dataDir);
  expect(readFileSync(join(dataDir, "plan.key"), "utf8")).toBe("rotated");
  expect(startServer(temporaryFolder(), temporaryFolder())).toBe("server --port 1\n");
});

async function healthcheck(dataDir: string): Promise<unknown> {
  const env = { ...process.env, INQUEST_DATA_DIR: dataDir };
  const child = spawn(process.execPath, ["deploy/container/healthcheck.mjs"], {
    env,
    stdio: "ignore",
  });
  const [exitCode] = await once(child, "exit");
  return exitCode;
}

test("the health check follows the server's responses", async () => {
  let status = 200;
  const server = createServer((request, response) =>
    response.writeHead(request.url === "/healthz" ? status : 404).end(),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const dataDir = temporaryFolder();
  expect(await healthcheck(dataDir)).toBe(1);
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(dataDir, "server.json"), JSON.stringify({ url: `http://0.0.0.0:${port}` }));
  expect(await healthcheck(dataDir)).toBe(0);
  status = 500;
  expect(await healthcheck(dataDir)).toBe(1);
});
