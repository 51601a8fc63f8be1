import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn, ended, hasScript, tempFolder, untilWritten } from "../e2e/run-cli.ts";

// A pseudo-terminal comes from util-linux's `script`; without it there is nothing to test on.
const onTerminal = test.skipIf(!hasScript);
// The shell that script starts would itself end on Ctrl-C.
const shell = "stty cols 120 rows 40; exec node bin/investigate.js shell --no-color";
const slow =
  "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 300000000) SELECT count(*) FROM c, os_version";
const ctrlC = "\u0003";
const ctrlD = "\u0004";
const up = "\u001b[A";

onTerminal(
  "lines are edited, kept for the next shell, and Ctrl-D ends it",
  async () => {
    const folder = tempFolder();
    const cli = cliIn(folder);
    const first = cli.onTerminal(shell);
    await untilWritten(first, /inquest> /);
    first.stdin!.write("SELECT 'one' AS nbme\u007f\u007f\u007fame FROM os_version\r");
    await untilWritten(first, /completed just now[\s\S]*inquest> /);
    expect(await ended(first, ctrlD)).toMatchObject({ code: 0 });
    const file = join(folder, ".config", "inquest", "shell-history");
    expect(readFileSync(file, "utf8")).toBe("SELECT 'one' AS name FROM os_version\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const next = cli.onTerminal(shell);
    await untilWritten(next, /inquest> /);
    next.stdin!.write(`${up}\r`);
    await untilWritten(next, /completed just now[\s\S]*inquest> /);
    next.stdin!.write("\\s\t\t");
    await untilWritten(next, /\\sql\s+\\scope/);
    expect(await ended(next, `${ctrlC}\\q\r`)).toMatchObject({ code: 0 });
  },
  60_000,
);

onTerminal(
  "Ctrl-C stops following and leaves the question running and the shell open",
  async () => {
    const cli = cliIn(tempFolder());
    const terminal = cli.onTerminal(shell);
    await untilWritten(terminal, /inquest> /);
    terminal.stdin!.write(`${slow}\r`);
    await untilWritten(terminal, /collecting/);
    terminal.stdin!.write(ctrlC);
    const stopped = await untilWritten(terminal, /is still running\.[\s\S]*inquest> /);
    expect(stopped).toContain("Resume with \\watch, cancel with \\cancel.");
    terminal.stdin!.write("\\cancel\r");
    await untilWritten(terminal, /is cancelled\.[\s\S]*inquest> /);
    expect(await ended(terminal, ctrlD)).toMatchObject({ code: 0 });
  },
  60_000,
);

onTerminal(
  "a missing id is chosen from a list, newest first",
  async () => {
    const cli = cliIn(tempFolder());
    for (const name of ["older", "newer"])
      await cli.inquest("investigate", `SELECT '${name}' AS name FROM os_version`);
    const terminal = cli.onTerminal("stty cols 120 rows 40; node bin/investigate.js show");
    const list = await untilWritten(terminal, /completed: SELECT 'older'/);
    expect(list.indexOf("'newer'")).toBeLessThan(list.indexOf("'older'"));
    const { stdout, code } = await ended(terminal, "\u001b[B\r");
    expect(stdout).toContain("1 row: older.");
    expect(code).toBe(0);
    const plain = cli.onTerminal("stty cols 120 rows 40; node bin/investigate.js show --no-color");
    await untilWritten(plain, /Number:/);
    expect((await ended(plain, "2\r")).stdout).toContain("1 row: older.");
  },
  60_000,
);
