import { expect, test } from "vitest";
import { serverFolder, spareThisMachine } from "../helpers/server-process.ts";
import { cliIn, ended, hasScript, tempFolder, untilWritten } from "./run-cli.ts";

// A pseudo-terminal comes from util-linux's `script`; without it there is nothing to test on.
const onTerminal = test.skipIf(!hasScript);

/** A server with this machine's agent alone, and how commands elsewhere reach it. */
async function watchable() {
  const server = await serverFolder().start();
  await spareThisMachine(server);
  const [agent] = (await server.call("GET", "/v1/agents")).body;
  const path = `/v1/agents/${agent.agent_id}`;
  return { server, agent, path, place: ["--server", server.url, "--api-key", server.key] };
}

test("a watched fleet is told line by line in a pipe, until it is interrupted", async () => {
  const { server, agent, path, place } = await watchable();
  const child = cliIn(tempFolder()).start("agents", "list", "--watch", "--json", ...place);
  const whole = ended(child);
  await untilWritten(child, /"event":"agent"/);
  const changed = untilWritten(child, /"event":"changed".*\n/);
  await server.call("PATCH", path, { body: { tags: { env: "test" } } });
  const [line] = (await changed).trim().split("\n");
  expect(JSON.parse(line!)).toMatchObject({
    event: "changed",
    data: { agent_id: agent.agent_id, tags: { env: "test" } },
  });
  child.kill("SIGINT");
  expect(await whole).toMatchObject({ code: 130 });
});

test("a reader that goes away ends the watching without a word", async () => {
  const { server, path, place } = await watchable();
  const cli = cliIn(tempFolder());
  const child = cli.start("agents", "list", "--watch", ...place);
  await untilWritten(child, /last heard/);
  child.stdout!.destroy();
  await server.call("PATCH", path, { body: { tags: { env: "test" } } });
  const { stderr, code } = await ended(child);
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
});

test("a server that was started anew is watched again", async () => {
  const folder = serverFolder();
  const first = await folder.start();
  await spareThisMachine(first);
  const place = ["--server", first.url, "--api-key", first.key];
  const child = cliIn(tempFolder()).start("agents", "list", "--watch", "--json", ...place);
  const whole = ended(child);
  await untilWritten(child, /"event":"agent"/);
  await first.stop();
  const again = await folder.start("--port", new URL(first.url).port);
  const [agent] = (await again.call("GET", "/v1/agents")).body;
  const changed = untilWritten(child, /"env":"test"/);
  await again.call("PATCH", `/v1/agents/${agent.agent_id}`, { body: { tags: { env: "test" } } });
  await changed;
  child.kill("SIGINT");
  expect(await whole).toMatchObject({ code: 130 });
}, 40_000);

onTerminal("the live list is wiped at q and at Ctrl-C, and the cursor comes back", async () => {
  const { server, agent } = await watchable();
  const cli = cliIn(tempFolder());
  for (const [key, code] of [
    ["q", 0],
    ["\u0003", 130],
  ] as const) {
    const line = `stty cols 80 rows 24; node bin/run.js agents list --watch`;
    const env = { INQUEST_SERVER: server.url, INQUEST_API_KEY: server.key };
    const terminal = cli.onTerminal(line, env);
    const drawn = await untilWritten(terminal, /q quit/);
    expect(drawn).toContain("1 agent: 1 connected, 0 disconnected");
    expect(drawn).toContain(agent.agent_id.slice(0, 7));
    const rest = await ended(terminal, key);
    expect(rest.code).toBe(code);
    expect(rest.stdout).toContain("\u001b[?25h");
  }
});
