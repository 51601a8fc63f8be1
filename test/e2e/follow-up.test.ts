import { expect, test } from "vitest";
import { cliBesideServer, ended, hasScript } from "./run-cli.ts";

const root = { uid: 0, gid: 0, username: "root", directory: "/root", shell: "/bin/bash" };
const bob = { uid: 1000, gid: 1000, username: "bob", directory: "/home/bob", shell: "/bin/sh" };
const hosts = [
  { agent_id: "web-1", tags: ["env=dev"], tables: { users: [root, bob] } },
  { agent_id: "db-1", tags: ["env=prod"], tables: { users: [root] } },
];

const question = "list the users of web-1";

test("every follow-up of a question is answered in a pipe, with the investigation it refines", async () => {
  const { command } = await cliBesideServer(hosts);
  const ask = async (...args: string[]) =>
    JSON.parse((await command("investigate", ...args, "--json")).stdout);
  const { investigation_id: id } = await ask(question);
  const then = (text: string) => ask(text, "--follow-up", id);

  const prod = await then("and on prod?");
  expect(prod).toMatchObject({
    follow_up_of: id,
    status: "completed",
    reading: { text: "Accounts, on hosts tagged env=prod.", follow_up: { question } },
  });
  expect(prod.summary.answer.rows).toHaveLength(1);

  const narrow = await then("only the ones with uid 0");
  expect(narrow.summary.answer.rows).toHaveLength(1);

  const why = await then("why?");
  expect(why.summary.narrative).toMatch(/^The answer has the rows that 1 (?:host|snapshot)/);

  const since = await then("since when?");
  expect(since.summary.narrative).toMatch(/^The data doesn't show since when: accounts/);
  expect(since.summary.narrative).toContain(`Already in ${id}`);

  const changed = await then("what changed since yesterday?");
  expect(changed.summary.narrative).toContain(`compared with the oldest there is, ${id}`);
  expect(changed.summary.answer).toMatchObject({ rows: [], row_count: 0 });
  expect(changed.changes).toEqual({ new: [], resolved: [] });

  const rest = await then("show the rest");
  expect(rest.summary.narrative).toMatch(/^These are all 2 rows\./);

  const own = await ask("how many listening ports are there?", "--follow-up", id);
  expect(own.reading).not.toHaveProperty("follow_up");

  const text = (await command("investigate", "show", prod.investigation_id)).stdout;
  expect(text.split("\n")[0]).toBe(`Follow-up of ${id}: ${question}`);
  const page = await command("investigate", "show", prod.investigation_id, "--format", "html");
  expect(page.stdout).toContain(`Follow-up of ${id}: ${question}`);
  const explained = await command("investigate", "how many?", "--follow-up", id, "--explain");
  expect(explained.stdout).toContain("The number of accounts, on web-1.");
  expect(explained.stdout).toContain(`follow-up   refine of "${question}"`);
}, 60_000);

test("a follow-up of nothing is an error with a next step; a pipe has no last question", async () => {
  const { command } = await cliBesideServer(hosts);
  await command("investigate", question);
  const absent = "inv_01jc3x6m8v2k4q7r9t5w1y3z0b";
  expect(await command("investigate", "why?", "--follow-up", absent)).toMatchObject({ code: 4 });
  const last = await command("investigate", "why?", "--follow-up", "last");
  expect(last.code).toBe(2);
  expect(last.stderr).toContain("No question was asked in this terminal in the last hour.");
  expect((await command("investigate", "why?")).code).toBe(1);
}, 60_000);

test.skipIf(!hasScript)(
  "in a terminal a question typed after another refines it, a whole question doesn't",
  async () => {
    const { onTerminal } = await cliBesideServer(hosts);
    const asked = [question, "how many?", "which users have no password?"]
      .map((text) => `node bin/investigate.js "${text}" --no-color`)
      .join("; ");
    const { stdout } = await ended(onTerminal(`stty cols 200 rows 50; ${asked}; true`));
    expect(stdout).toMatch(new RegExp(`Follow-up of inv_\\w+: ${question}`));
    expect(stdout).toContain("Read as: The number of accounts, on web-1.");
    expect(stdout.match(/Follow-up of/g)).toHaveLength(1);
  },
  60_000,
);
