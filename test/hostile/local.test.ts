import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cliIn, ended, tempFolder } from "../e2e/run-cli.ts";
import { serverFolder } from "../helpers/server-process.ts";

/** The outcome of a command that should fail; it doesn't outlive the test if it runs on or hangs. */
function outcomeOf(child: ChildProcess) {
  onTestFinished(() => void child.kill("SIGKILL"));
  return ended(child);
}

const sql = "SELECT name FROM os_version";

test("finding 1: what takes a killed server's pid and port receives neither key nor question", async () => {
  const folder = serverFolder();
  const killed = await folder.start();
  await killed.stop("SIGKILL");
  const seen: string[] = [];
  const impostor = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.end('{"status":"ok"}');
  }).listen(Number(new URL(killed.url).port), "127.0.0.1");
  onTestFinished(() => {
    impostor.close();
    impostor.closeAllConnections();
  });
  await once(impostor, "listening");
  const ofServer = join(folder.dataDir, "server.json");
  writeFileSync(ofServer, JSON.stringify({ url: killed.url, pid: process.pid }));

  const listed = await folder.inquest("server", "keys", "list", "--json");
  expect(listed.code).toBe(0);
  const asked = await folder.inquest("investigate", sql, "--json");
  expect(JSON.parse(asked.stdout)).toMatchObject({ status: "completed" });
  expect(seen).toEqual([]);
});

test("finding 1: an impostor in the lock's own process is asked for a proof only", async () => {
  const folder = serverFolder();
  const server = await folder.start();
  const seen: string[] = [];
  const impostor = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.end('{"status":"ok"}');
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    impostor.close();
    impostor.closeAllConnections();
  });
  await once(impostor, "listening");
  const { port } = impostor.address() as { port: number };
  const ofServer = join(folder.dataDir, "server.json");
  const content = JSON.parse(readFileSync(ofServer, "utf8"));
  writeFileSync(ofServer, JSON.stringify({ ...content, url: `http://127.0.0.1:${port}` }));

  const asked = await folder.inquest("investigate", sql, "--json");
  expect(asked.code).toBe(1);
  expect(asked.stdout).toContain(`in use by process ${server.pid}`);
  expect(new Set(seen)).toEqual(new Set(["GET /healthz undefined"]));
});

test("finding 1: the machine's key can be rotated while the server runs", async () => {
  const folder = serverFolder();
  const server = await folder.start();
  const rotated = await folder.inquest("server", "local-key", "rotate", "--yes", "--json");
  expect(JSON.parse(rotated.stdout)).toEqual({ key_id: expect.stringMatching(/^\w{12}$/) });
  expect((await folder.inquest("server", "status")).code).toBe(0);
  expect((await folder.inquest("server", "accounts", "list")).code).toBe(0);
  expect(await server.stop()).toBe(0);
  await folder.start();
  expect((await folder.inquest("server", "accounts", "list")).code).toBe(0);
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("Skipped: only root can run a command as a second user.");
const attacker = { uid: 65_534, gid: 65_534 };

test.skipIf(!isRoot)(
  "finding 9: a data folder that another user prepared is not used",
  async () => {
    const cli = cliIn(tempFolder());
    const dir = join(tempFolder(), "data");
    const prepare = `mkdir -m 777 "${dir}" && head -c 32 /dev/zero > "${dir}/secret.key"`;
    chmodSync(dirname(dir), 0o777);
    expect(spawnSync("sh", ["-c", prepare], attacker).status).toBe(0);
    for (const command of [
      ["server", "--port", "0"],
      ["server", "keys", "list"],
      ["investigate", sql],
    ]) {
      const { code, stderr } = await outcomeOf(cli.start(...command, "--data-dir", dir));
      expect([command, code, stderr]).toEqual([command, 1, expect.stringContaining("uid 65534")]);
    }
    // The folder is ours, the key in it is not.
    chownSync(dir, 0, 0);
    const { code, stderr } = await cli.inquest("server", "keys", "list", "--data-dir", dir);
    expect([code, stderr]).toEqual([1, expect.stringContaining("secret.key belongs to another")]);
    expect(readFileSync(join(dir, "secret.key"))).toEqual(Buffer.alloc(32));
  },
);

test("finding 18: a pipe is refused wherever a file is named, and nothing hangs", async () => {
  const folder = tempFolder();
  const cli = cliIn(folder);
  const estate = join(folder, "estate");
  mkdirSync(estate);
  const pipe = join(estate, "pipe.json");
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  const config = join(folder, "agent.json");
  const settings = { brain_url: "https://127.0.0.1:1", api_key: "iq_0_0", ca_cert_path: pipe };
  writeFileSync(config, JSON.stringify(settings), { mode: 0o600 });
  mkdirSync(join(folder, ".config", "inquest", "profiles"), { recursive: true });
  spawnSync("mkfifo", [join(folder, ".config", "inquest", "profiles", "away.json")]);
  const server = ["server", "--port", "0", "--no-local-agent"];
  const commands = [
    ["agents", "run", "--config", pipe],
    ["agents", "check", "--config", pipe],
    ["agents", "run", "--config", config],
    [...server, "--estate", estate],
    [...server, "--tls-cert", pipe, "--tls-key", pipe],
    [...server, "--webhook-ca", pipe],
    ["server", "restore", pipe],
    ["agents", "list", "--profile", "away"],
  ];
  const ends = await Promise.all(
    commands.map(async (command) => {
      const { code, stdout, stderr } = await outcomeOf(cli.start(...command));
      return { command, failed: code === 1 || code === 2, output: stdout + stderr };
    }),
  );
  for (const { command, failed, output } of ends)
    expect({ command, failed, output }).toMatchObject({
      failed: true,
      output: expect.stringMatching(/pipe\.json|away\.json|not a regular file/),
    });
});

test("finding 14: a server on every address does not start without TLS or --insecure", async () => {
  const folder = serverFolder();
  const { code, stderr } = await outcomeOf(folder.launch("--host", "0.0.0.0"));
  expect([code, stderr]).toEqual([2, expect.stringContaining("--insecure")]);
  await folder.start("--host", "0.0.0.0", "--insecure", "--no-local-agent");
  // The proof covers the address that the client sees, 127.0.0.1.
  expect((await folder.inquest("server", "status")).code).toBe(0);
});

test("finding 10: a backup into a folder of others is not led astray by a planted name", async () => {
  const folder = serverFolder();
  await folder.start("--no-local-agent");
  const shared = tempFolder();
  const file = join(shared, "backup.tar.gz");
  // A folder can't be removed like a file, so this also stopped every backup.
  mkdirSync(`${file}.tmp`);
  const { code, stderr } = await folder.inquest("server", "backup", file);
  expect([code, stderr]).toEqual([0, ""]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(shared).sort()).toEqual(["backup.tar.gz", "backup.tar.gz.tmp"]);
});

test("finding 23: a report is readable by its owner only", async () => {
  const folder = tempFolder();
  const file = join(folder, "report.html");
  const line = `umask 022 && node bin/investigate.js "${sql}" --output "${file}"`;
  const { code } = await cliIn(folder).shell(line);
  expect([code, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
});
