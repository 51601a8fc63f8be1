import { expect, test } from "vitest";
import { cliIn, ended, hasScript, tempFolder, untilWritten } from "../e2e/run-cli.ts";
import { serverFolder } from "../helpers/server-process.ts";

// A pseudo-terminal comes from util-linux's `script`; without it there is nothing to test on.
const onTerminal = test.skipIf(!hasScript);

const alone = ["--no-local-agent", "--webhook-allow", "127.0.0.0/8"];

test("without a server top exits with one sentence", async () => {
  const { stdout, stderr, code } = await cliIn(tempFolder()).inquest("top");
  expect({ stdout, code }).toEqual({ stdout: "", code: 6 });
  expect(stderr).toMatch(/^No server is running on .*\nStart one with inquest server/);
});

onTerminal(
  "a server is shown live: its events, its records, its outage and its return",
  async () => {
    const folder = serverFolder();
    const first = await folder.start(...alone);
    const item = { query: "who can log in as root?", interval: "24h", active: false };
    await first.call("POST", "/v1/curiosity", { body: item });
    const cli = cliIn(tempFolder());
    const place = { INQUEST_SERVER: first.url, INQUEST_API_KEY: first.key };

    const once = await cli.inquest("top", "--json", "--server", first.url, "--api-key", first.key);
    expect(JSON.parse(once.stdout)).toMatchObject({
      server: first.url,
      fleet: { connected: 0, disconnected: 0 },
      curiosity: { items: [{ query: item.query }] },
      problems: {},
    });

    const terminal = cli.onTerminal("stty cols 80 rows 24; node bin/run.js top", place);
    const drawn = await untilWritten(terminal, /live[\s\S]*q quit/);
    expect(drawn).toContain("1 question, 1 paused");

    const body = { url: "https://127.0.0.1:9/none", events: ["investigation.queued"] };
    await first.call("POST", "/v1/webhooks/subscriptions", { body });
    const waiting = untilWritten(terminal, /1 unanswered/);
    await first.ask("which users are there?");
    await waiting;

    const record = untilWritten(terminal, /every +\S*24h/);
    terminal.stdin!.write("3");
    await untilWritten(terminal, /›/);
    terminal.stdin!.write("\r");
    await record;

    const away = untilWritten(terminal, /can't be reached/);
    await first.stop();
    await away;
    const back = untilWritten(terminal, /Connected again/);
    await folder.start("--port", new URL(first.url).port, ...alone);
    await back;

    const rest = await ended(terminal, "\u0003");
    expect(rest.code).toBe(130);
    expect(rest.stdout).toContain("\u001b[?1049l");
    expect(rest.stdout).toContain("\u001b[?25h");
  },
  40_000,
);
