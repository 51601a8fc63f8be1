import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverFolder } from "../helpers/server-process.ts";
import { cliIn, hasScript, tempFolder, untilWritten } from "./run-cli.ts";

const key = "iq_abcdefghijkl_abcdefghijklmnopqrstuvwxyzabcdef";
const setup = ["agents", "init", "--brain-url", "https://brain.test", "--api-key", key];

test("init writes a config that its owner alone can read, and refuses to replace it unasked", async () => {
  const folder = tempFolder();
  const file = join(folder, "deep", "agent.json");
  const { command: inquest } = cliIn(folder);
  const line = [...setup, "--agent-id", "web1", "--tags", "env=prod, web", "--output", file];
  const first = await inquest(...line);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toContain(`inquest agents check --config ${file}`);
  expect(first.stdout).not.toContain(key);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    brain_url: "https://brain.test",
    api_key: key,
    agent_id: "web1",
    tags: ["env=prod", "web=true"],
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await inquest(...line);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/exists.*\n.*--force/) });
  expect((await inquest(...setup, "--agent-id", "web2", "--output", file, "--force")).code).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("web2");
  expect(readdirSync(join(folder, "deep"))).toEqual(["agent.json"]);
});

test("without a terminal what is missing or wrong is a usage error, and nothing is written", async () => {
  const folder = tempFolder();
  const output = ["--output", join(folder, "agent.json")];
  const { command: inquest } = cliIn(folder);
  const wrong: [string[], RegExp][] = [
    [["agents", "init"], /--brain-url and --api-key/],
    [
      ["agents", "init", "--brain-url", "http://brain.test", "--api-key", key],
      /--brain-url uses http/,
    ],
    [[...setup, "--tags", "=x"], /--tags contain "=x"/],
    [[...setup, "--ca-cert", "/absent"], /\/absent can't be used/],
    [[...setup, "--client-cert", "/absent"], /--client-key/],
  ];
  for (const [line, message] of wrong) {
    expect(await inquest(...line, ...output)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
  }
  expect(existsSync(output[1]!)).toBe(false);
});

test("against a server: the key comes from stdin, its plan key is pinned, and check finds all well", async () => {
  const server = serverFolder();
  const { url, key } = await server.start("--no-local-agent");
  const folder = tempFolder();
  const file = join(folder, "agent.json");
  const cli = cliIn(folder);
  const line = ["agents", "init", "--brain-url", url, "--api-key", "-", "--output", file, "--json"];
  const { stdout, code } = await cli.typed(`${key}\n`, ...line, "--pin");
  const { fingerprint, plan_key_path } = JSON.parse(stdout);
  expect({ code, plan_key_path }).toEqual({
    code: 0,
    plan_key_path: join(folder, "agent.plan-key"),
  });

  const other = await cli.typed(key, ...line, "--force", "--fingerprint", "SHA256:other");
  expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining(fingerprint) });

  const right = JSON.parse(
    (await cli.command("agents", "check", "--config", file, "--json")).stdout,
  );
  expect(right).toMatchObject({ ok: true });
  expect(right.checks.map((check: { status: string }) => check.status)).toEqual(
    Array(9).fill("ok"),
  );

  const reader = await server.inquest(
    "server",
    "keys",
    "create",
    "--scopes",
    "agents:read",
    "--json",
  );
  const config = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...config, api_key: JSON.parse(reader.stdout).key }));
  const wrong = await cli.command("agents", "check", "--config", file);
  expect(wrong).toMatchObject({ code: 1, stderr: "" });
  expect(wrong.stdout).toMatch(/^failed +api key .*lacks agents:connect/m);

  const agents = await fetch(`${url}/v1/agents`, { headers: { authorization: `Bearer ${key}` } });
  expect(await agents.json()).toEqual([]);
});

test.skipIf(!hasScript)("in a terminal it asks, without showing the key", async () => {
  const folder = tempFolder();
  const file = join(folder, "agent.json");
  const { onTerminal } = cliIn(folder);
  const terminal = onTerminal(`node bin/run.js agents init --output ${file}`);
  const answers: [RegExp, string][] = [
    [/address/, "http://brain.test\r"],
    [/uses http/, "\u0015https://127.0.0.1:9\r"],
    // Not the one in what is said of the address.
    [/API key \(/, `${key}\r`],
    [/id:/, "\r"],
    [/Tags/, "env=prod\r"],
  ];
  for (const [question, answer] of answers) {
    await untilWritten(terminal, question);
    terminal.stdin!.write(answer);
  }
  const shown = await untilWritten(terminal, /Wrote .*agent\.json/);
  expect(shown).toMatch(/Check the URL and, if your own CA/);
  expect(shown).toMatch(/No plan key was pinned/);
  expect(shown).not.toContain(key);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    brain_url: "https://127.0.0.1:9",
    api_key: key,
    agent_id: expect.stringMatching(/^service-/),
    tags: ["env=prod"],
  });
});

test("install --print shows each platform's definition and writes nothing", async () => {
  const folder = tempFolder();
  const file = join(folder, "agent.json");
  const { command: inquest } = cliIn(folder);
  const print = (...args: string[]) =>
    inquest("agents", "install", "--config", file, "--print", ...args);
  expect((await print()).stdout).toContain(`"--config" "${file}"\n`);
  expect((await print("--platform", "darwin")).stdout).toContain(`<string>${file}</string>`);
  expect((await print("--platform", "win32")).stdout).toContain("<UserId>S-1-5-18</UserId>");
  writeFileSync(
    file,
    JSON.stringify({ brain_url: "https://a.test", api_key: key, cache_dir: "c" }),
  );
  expect((await print()).stdout).toContain(`\nReadWritePaths="${join(folder, "c")}"\n`);
  expect(readdirSync(folder)).toEqual(["agent.json"]);
});

test("install refuses a config that the service could not start with", async () => {
  const folder = tempFolder();
  const file = join(folder, "agent.json");
  writeFileSync(file, JSON.stringify({ brain_url: "https://brain.test" }));
  const cli = cliIn(folder);
  const line = [process.execPath, "bin/run.js", "agents", "install", "--config", file];
  const refused = await cli.shell(`SERVICE_API_KEY=${key} ${line.join(" ")}`);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^api_key is not set/) });
  chmodSync(file, 0o600);
  writeFileSync(file, JSON.stringify({ brain_url: "https://brain.test", api_key: key }));
  const nobody = await cli.command(...line.slice(2), "--user", "no-such-user");
  expect(nobody).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no user no-such-user|Only root/),
  });
  expect(existsSync("/etc/systemd/system/inquest-agent.service")).toBe(false);
});
