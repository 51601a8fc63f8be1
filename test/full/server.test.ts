import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { cliIn, ended, root, tempFolder, untilWritten } from "../e2e/run-cli.ts";
import { hasOpenssl, selfSigned } from "../helpers/certificate.ts";

type Cli = ReturnType<typeof cliIn>;

async function startServer(cli: Cli, ...args: string[]) {
  const server = cli.start("server", "--port", "0", "--json", "--log-level", "error", ...args);
  onTestFinished(() => void server.kill("SIGKILL"));
  const line = await untilWritten(server, /\n/);
  return { server, ready: JSON.parse(line) as Ready };
}

interface Ready {
  event: string;
  url: string;
  api_key?: string;
  pid: number;
}

/** A closed port. */
async function closedPort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return port;
}

const exitOf = (server: ChildProcess) =>
  new Promise((resolve) => server.on("exit", (code) => resolve(code)));

test("a demo has a data folder of its own; commands find it unless another server runs", async () => {
  const { INQUEST_DATA_DIR: _, ...env } = cliIn(tempFolder()).env;
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, ["bin/run.js", ...args], { cwd: root, env });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  const status = async () =>
    JSON.parse((await ended(start("server", "status", "--json"))).stdout) as { url: string };
  const serve = async (...args: string[]) => {
    const server = start("server", "--port", "0", "--json", ...args);
    return { server, ready: JSON.parse(await untilWritten(server, /\n/)) as Ready };
  };
  const demo = await serve("--demo");
  expect(await status()).toMatchObject({ url: demo.ready.url, agents: { connected: 28 } });
  const own = await serve();
  expect(await status()).toMatchObject({ url: own.ready.url, agents: { known: 1 } });
  own.server.kill("SIGTERM");
  await exitOf(own.server);
  expect((await status()).url).toBe(demo.ready.url);
});

test("a server is found by the commands of its folder, and stops cleanly", async () => {
  const cli = cliIn(tempFolder());
  const { server, ready } = await startServer(cli);
  expect(ready).toMatchObject({ event: "ready", pid: server.pid });
  expect(ready.api_key).toMatch(/^iq_/);

  const status = JSON.parse((await cli.command("server", "status", "--json")).stdout);
  expect(status).toMatchObject({ url: ready.url, pid: ready.pid, ready: true });

  const asked = await cli.investigate("SELECT name FROM os_version", "--json");
  expect(JSON.parse(asked.stdout)).toMatchObject({ status: "completed" });

  const key = await cli.command("server", "keys", "create", "--scopes", "agents:read", "--json");
  const remote = ["--server", ready.url, "--api-key", JSON.parse(key.stdout).key];
  expect(await cli.command("investigate", "SELECT name FROM os_version", ...remote)).toMatchObject({
    stdout: "",
    code: 5,
  });
  const bad = ["--server", ready.url, "--api-key", "iq_wrong"];
  expect((await cli.command("investigate", "list", ...bad)).code).toBe(5);

  server.kill("SIGTERM");
  expect(await exitOf(server)).toBe(0);
  expect((await cli.command("server", "status")).code).toBe(6);
});

test("the key is shown at the first start only, and a second server is refused with the first's pid", async () => {
  const cli = cliIn(tempFolder());
  const first = await startServer(cli, "--no-local-agent");
  const second = await cli.inquest("server", "--port", "0");
  expect(second.code).not.toBe(0);
  expect(second.stderr).toContain(String(first.ready.pid));
  first.server.kill("SIGINT");
  expect(await exitOf(first.server)).toBe(0);
  const again = await startServer(cli, "--no-local-agent");
  expect(again.ready.api_key).toBeUndefined();
});

test("without a server the wait is shown, and Ctrl-C ends it", async () => {
  const cli = cliIn(tempFolder());
  const nowhere = ["--server", `http://127.0.0.1:${await closedPort()}`, "--api-key", "iq_x"];
  const command = cli.start("investigate", "who?", ...nowhere);
  command.stderr!.once("data", () => command.kill("SIGINT"));
  const { stdout, stderr, code } = await ended(command);
  expect({ stdout, code }).toEqual({ stdout: "", code: 130 });
  expect(stderr).toMatch(/^The server can't be reached; trying again in [\d.]+ s …\nInterrupted/);
});

test("a broken connection is not retried: unreachable", async () => {
  const cli = cliIn(tempFolder());
  const listener = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  onTestFinished(() => void listener.close());
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const there = ["--server", `http://127.0.0.1:${port}`, "--api-key", "iq_x"];
  const { stdout, stderr, code } = await cli.investigate("list", ...there);
  expect({ stdout, code }).toEqual({ stdout: "", code: 6 });
  expect(stderr).toMatch(/can't be reached[^\n]*\n[^\n]+\n$/);
});

test.skipIf(!hasOpenssl)("commands of its folder trust the server's own certificate", async () => {
  const folder = tempFolder();
  const cli = cliIn(folder);
  const { certPath, keyPath } = selfSigned(folder, "inquest.example.com");
  const tls = ["--tls-cert", certPath, "--tls-key", keyPath];
  const { ready } = await startServer(cli, ...tls);
  expect(ready.url).toMatch(/^https:/);
  const asked = await cli.investigate("SELECT name FROM os_version", "--json");
  expect(JSON.parse(asked.stdout)).toMatchObject({ status: "completed" });
  expect((await cli.command("server", "keys", "list")).code).toBe(0);

  // By its address it is a remote server, and its certificate is not trusted.
  const remote = ["--server", ready.url, "--api-key", ready.api_key!];
  const refused = await cli.command("investigate", "list", ...remote);
  expect(refused).toMatchObject({ stdout: "", code: 6 });
  expect(refused.stderr).toContain("certificate");
});

test.skipIf(!hasOpenssl)("a certificate and a key that don't match are a usage error", async () => {
  const folder = tempFolder();
  const { certPath } = selfSigned(folder, "one");
  const { keyPath } = selfSigned(folder, "two");
  const tls = ["--tls-cert", certPath, "--tls-key", keyPath];
  const { stderr, code } = await cliIn(folder).command("server", "--port", "0", ...tls);
  expect(code).toBe(2);
  expect(stderr).toContain("--tls-cert");
});
