import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliIn, ended, hasScript, tempFolder, untilWritten } from "../e2e/run-cli.ts";

// A pseudo-terminal comes from util-linux's `script`; without it there is nothing to test on.
const onTerminal = test.skipIf(!hasScript);
// A new pseudo-terminal has no size.
const sized = "stty cols 80 rows 24;";
const asked = `node bin/investigate.js "SELECT 'sshd' AS name FROM os_version"`;
const question = `${sized} ${asked}`;
const slow =
  "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 300000000) SELECT count(*) FROM c, os_version";

onTerminal("the live view is cleared, the cursor is restored, the answer stays", async () => {
  const cli = cliIn(tempFolder());
  const { stdout, code } = await ended(cli.onTerminal(question));
  const hidden = stdout.lastIndexOf("\u001b[?25l");
  const shown = stdout.indexOf("\u001b[?25h", hidden);
  expect(hidden).toBeGreaterThanOrEqual(0);
  expect(shown).toBeGreaterThan(hidden);
  expect(stdout.slice(shown)).toContain("sshd");
  expect(code).toBe(0);
});

onTerminal("an answer longer than the screen goes through the pager, and no other", async () => {
  const folder = tempFolder();
  const cli = cliIn(folder);
  const paged = join(folder, "paged");
  const pager = { PAGER: `tee ${paged}` };
  const ask = (rows: number, sql: string) =>
    ended(
      cli.onTerminal(
        `stty cols 80 rows ${rows}; node bin/investigate.js --mode live "${sql}"`,
        pager,
      ),
    );
  expect((await ask(40, "SELECT name FROM os_version")).code).toBe(0);
  expect(existsSync(paged)).toBe(false);
  const long = await ask(6, "SELECT name, version, arch FROM os_version");
  expect(readFileSync(paged, "utf8")).toContain("completed just now");
  expect(long.stdout).toContain("completed just now");
  const absent = await ended(cli.onTerminal(`stty cols 80 rows 6; ${asked}`, { PAGER: "no-such" }));
  expect(absent.stdout).toContain("sshd");
});

onTerminal("the live view has colour", async () => {
  const cli = cliIn(tempFolder());
  const { stdout } = await ended(cli.onTerminal(question));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this looks for
  expect(stdout).toMatch(/\u001b\[(?:1|2|3\d|9\d)m/);
});

describe.each([
  ["TERM=dumb", { TERM: "dumb" }, ""],
  ["NO_COLOR", { NO_COLOR: "1" }, ""],
  ["--no-color", {}, " --no-color"],
])("with %s a terminal gets neither colour nor cursor movement", (_name, env, flag) => {
  onTerminal("from a live view", async () => {
    const cli = cliIn(tempFolder());
    const { stdout, code } = await ended(cli.onTerminal(question + flag, env));
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("sshd");
    expect(code).toBe(0);
  });

  onTerminal("from a question for a yes", async () => {
    const cli = cliIn(tempFolder());
    const create = ["webhooks", "create", "https://hooks.test/", "--event", "*", "--json"];
    const { id } = JSON.parse((await cli.inquest(...create)).stdout);
    const line = `${sized} node bin/run.js webhooks delete ${id}${flag}`;
    const terminal = cli.onTerminal(line, env);
    const asked = await untilWritten(terminal, /\(y\/N\)/);
    const { stdout, code } = await ended(terminal, "y\r");
    expect(asked + stdout).not.toContain("\u001b");
    expect(code).toBe(0);
    expect((await cli.inquest("webhooks", "show", id)).code).toBe(4);
  });

  onTerminal("from a question for a secret, which is not shown", async () => {
    const cli = cliIn(tempFolder());
    const terminal = cli.onTerminal(`${sized} node bin/run.js login${flag}`, env);
    await untilWritten(terminal, /Server address/);
    terminal.stdin!.write("nonsense\r");
    await untilWritten(terminal, /nonsense[\s\S]*Server address/);
    terminal.stdin!.write("http://127.0.0.1:9\r");
    await untilWritten(terminal, /API key/);
    terminal.stdin!.write("iq_hidden");
    const { stdout, code } = await ended(terminal, "\u0003");
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toContain("iq_hidden");
    expect(code).toBe(130);
  });
});

onTerminal(
  "Ctrl-C stops following, prints how to continue, and restores the terminal",
  async () => {
    const cli = cliIn(tempFolder());
    const terminal = cli.onTerminal(`${sized} node bin/investigate.js "${slow}"`);
    await untilWritten(terminal, /collecting/);
    const rest = ended(terminal, "\u0003");
    const { stdout, code } = await rest;
    expect(stdout).toContain("investigate watch inv_");
    expect(stdout).toContain("\u001b[?25h");
    expect(code).toBe(130);
  },
);

onTerminal("a deletion answered with no changes nothing and reports it", async () => {
  const cli = cliIn(tempFolder());
  const create = ["webhooks", "create", "https://hooks.test/", "--event", "*", "--json"];
  const { id } = JSON.parse((await cli.inquest(...create)).stdout);
  const terminal = cli.onTerminal(`${sized} node bin/run.js webhooks delete ${id}`);
  await untilWritten(terminal, /with its secret\?/);
  expect(await ended(terminal, "n\r")).toMatchObject({
    code: 130,
    stdout: expect.stringContaining("Nothing was changed."),
  });
  expect((await cli.inquest("webhooks", "show", id)).code).toBe(0);
});
