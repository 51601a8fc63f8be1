import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn, ended, root, tempFolder } from "../e2e/run-cli.ts";

/** Every variable of its own that the program reads. */
const variables = [
  ...new Set(
    (readdirSync("src", { recursive: true }) as string[])
      .filter((file) => file.endsWith(".ts"))
      .flatMap(
        (file) =>
          readFileSync(join("src", file), "utf8").match(/\b(?:INQUEST|SERVICE)_[A-Z_]+\b/g) ?? [],
      ),
  ),
].sort();

const secret = "whsec_never-shown";

function hostileValues(folder: string): string[] {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  return [pipe, "/dev/full", "", `${secret}\u001b[2J\u202e`, "x".repeat(100_000), "http://[::1"];
}

test("a variable of the environment neither hangs a command nor shows a stack or a secret", async () => {
  expect(variables.length).toBeGreaterThan(8);
  const folder = tempFolder();
  const values = hostileValues(folder);
  for (const name of variables)
    for (const value of values) {
      const child = spawn(process.execPath, ["bin/run.js", "agents", "list"], {
        cwd: root,
        env: { ...cliIn(folder).env, [name]: value },
        timeout: 30_000,
        killSignal: "SIGKILL",
      });
      const { code, stdout, stderr } = await ended(child);
      const place = `${name}=${JSON.stringify(value.slice(0, 40))}`;
      expect(code, `${place}: ${stderr.slice(0, 500)}`).toSatisfy(
        (one) => one !== null && one >= 0 && one < 7,
      );
      expect(stdout + stderr, place).not.toMatch(/\n\s+at \S+/);
      for (const hidden of ["\u001b[2J", "\u202e"])
        expect(stdout + stderr, place).not.toContain(hidden);
      if (/KEY|SECRET/.test(name)) expect(stdout + stderr, place).not.toContain(secret);
    }
}, 300_000);
