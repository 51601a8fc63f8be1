import { Config } from "@oclif/core/config";
import { expect, test } from "vitest";
import { InquestHelp } from "../../src/cli/help/inquest-help.ts";
import { cliIn, tempFolder } from "./run-cli.ts";

test("the program without a command lists its commands by job and what to try first", async () => {
  const { command: inquest } = cliIn(tempFolder());
  const alone = await inquest();
  expect(alone).toMatchObject({ stderr: "", code: 0 });
  expect(alone.stdout).toMatch(/TRY FIRST\n {2}\$ inquest investigate "/);
  expect(alone.stdout).toMatch(/\nASK\n {2}investigate +\S.*\n {2}audit +\S.*\n {2}curiosity +\S/);
  expect(alone.stdout).not.toMatch(/^ {2}complete /m);
  expect(await inquest("help")).toEqual(alone);
});

test("a topic prints its purpose, a command its full help", async () => {
  const { command: inquest } = cliIn(tempFolder());
  const topic = (await inquest("webhooks")).stdout;
  expect(topic).toMatch(/DESCRIPTION\n {2}A subscription sends/);
  expect(topic).toMatch(/TRY FIRST\n {2}\$ inquest webhooks listen\n {6}See/);
  const command = (await inquest("webhooks", "deliveries", "--help")).stdout;
  expect(command).toMatch(/DESCRIPTION\n {2}With an id, [\s\S]+\n\n {2}With --follow/);
  expect(command.match(/List deliveries, newest first/g)).toHaveLength(1);
});

test("a command that is a topic too is listed once", async () => {
  const { command: inquest } = cliIn(tempFolder());
  const { stdout } = await inquest("investigate", "--help");
  expect(stdout.match(/^ {2}investigate accept/gm)).toHaveLength(1);
  expect((await inquest("investigate", "accept", "--help")).stdout).toMatch(
    /COMMANDS\n {2}investigate accept list/,
  );
});

test("a topic below a command prints its own commands, with and without --help", async () => {
  const { command: inquest } = cliIn(tempFolder());
  const topic = await inquest("server", "keys");
  expect(topic.stdout).toMatch(/^Manage the API keys[\s\S]*\n {2}server keys revoke /);
  expect(await inquest("server", "keys", "--help")).toEqual(topic);
});

test("the global flags are one line, and --help-all describes them", async () => {
  const { command: inquest } = cliIn(tempFolder());
  const { stdout } = await inquest("agents", "list", "--help");
  expect(stdout).toMatch(/GLOBAL FLAGS\n {2}--server, .*\(--help-all\)\n\n/);
  expect(stdout).toMatch(/USAGE\n {2}\$ inquest agents list \[--status /);
  const all = (await inquest("agents", "list", "--help-all")).stdout;
  expect(all).toMatch(/GLOBAL FLAGS\n {2}--api-key=<key> {3}\[env: INQUEST_API_KEY\] API key/);
});

test("every help fits 80 columns", async () => {
  const config = await Config.load({ root: process.cwd(), devPlugins: false, userPlugins: false });
  const lines: string[] = [];
  class Recorded extends InquestHelp {
    protected override log(...text: string[]): void {
      lines.push(...text.join(" ").split("\n"));
    }
  }
  const names = [...config.commandIDs, ...config.topics.map(({ name }) => name)];
  for (const all of [false, true]) {
    const help = new Recorded(config, { all, maxWidth: 80, stripAnsi: true });
    await help.showHelp([]);
    for (const name of names) await help.showHelp(name.split(":"));
  }
  expect(lines.length).toBeGreaterThan(3000);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
