import { expect, test } from "vitest";
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
