import { afterAll, beforeAll, expect, test } from "vitest";
import { cliIn, ended, hasScript, tempFolder, untilWritten } from "../e2e/run-cli.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";

// A pseudo-terminal comes from util-linux's `script`; without it there is nothing to test on.
const onTerminal = test.skipIf(!hasScript);

const folder = serverFolder(undefined, afterAll);
const path = "/v1/agents/web-1";
const hosts = withHosts(undefined, afterAll);
let server: ServerProcess;
/** How commands elsewhere reach the server. */
let place: string[];
beforeAll(async () => {
  server = await folder.start(...hosts);
  place = ["--server", server.url, "--api-key", server.key];
});

test("a watched fleet is printed line by line in a pipe, until it is interrupted", async () => {
  const child = cliIn(tempFolder()).start("agents", "list", "--watch", "--json", ...place);
  const whole = ended(child);
  await untilWritten(child, /"event":"agent"/);
  const changed = untilWritten(child, /"event":"changed".*\n/);
  await server.call("PATCH", path, { body: { tags: { env: "test" } } });
  const [line] = (await changed).trim().split("\n");
  expect(JSON.parse(line!)).toMatchObject({
    event: "changed",
    data: { agent_id: "web-1", tags: { env: "test" } },
  });
  child.kill("SIGINT");
  expect(await whole).toMatchObject({ code: 130 });
});

test("a closed pipe ends the watch silently", async () => {
  const cli = cliIn(tempFolder());
  const child = cli.start("agents", "list", "--watch", ...place);
  await untilWritten(child, /last seen/);
  child.stdout!.destroy();
  await server.call("PATCH", path, { body: { tags: { env: "other" } } });
  const { stderr, code } = await ended(child);
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
});

test("a restarted server is watched again", async () => {
  const folder = serverFolder();
  const hosts = withHosts();
  const first = await folder.start(...hosts);
  const place = ["--server", first.url, "--api-key", first.key];
  const child = cliIn(tempFolder()).start("agents", "list", "--watch", "--json", ...place);
  const whole = ended(child);
  await untilWritten(child, /"event":"agent"/);
  await first.stop();
  const again = await folder.start("--port", new URL(first.url).port, ...hosts);
  const changed = untilWritten(child, /"env":"test"/);
  await again.call("PATCH", path, { body: { tags: { env: "test" } } });
  await changed;
  child.kill("SIGINT");
  expect(await whole).toMatchObject({ code: 130 });
}, 40_000);

onTerminal("the live list is cleared at q and at Ctrl-C, and the cursor is restored", async () => {
  const cli = cliIn(tempFolder());
  for (const [key, code] of [
    ["q", 0],
    ["\u0003", 130],
  ] as const) {
    const line = `stty cols 80 rows 24; node bin/run.js agents list --watch`;
    const env = { INQUEST_SERVER: server.url, INQUEST_API_KEY: server.key };
    const terminal = cli.onTerminal(line, env);
    const drawn = await untilWritten(terminal, /web-1[\s\S]*q quit/);
    expect(drawn).toContain("1 agent: 1 connected, 0 disconnected");
    expect(drawn).toContain("web-1");
    const rest = await ended(terminal, key);
    expect(rest.code).toBe(code);
    expect(rest.stdout).toContain("\u001b[?25h");
  }
});
