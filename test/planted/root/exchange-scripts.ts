import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { type PlantedRoot, scriptTimeoutMs } from "./planted-root.ts";

/**
 * Runs scripts in a guest through a folder that it shares: the number of a script goes to its
 * console, and comes back with the exit code once the output is in the folder.
 */
export function exchangeScripts(
  guest: ChildProcessWithoutNullStreams,
  folder: string,
): { ready: Promise<void>; run: PlantedRoot["run"] } {
  const waiting = new Map<string, (exitCode: Error | number) => void>();
  const printed: string[] = [];
  const errors = text(guest.stderr).catch(String);
  let last = 0;

  const waitFor = (answer: string) =>
    new Promise<number>((resolve, reject) => {
      waiting.set(answer, (exitCode) =>
        typeof exitCode === "number" ? resolve(exitCode) : reject(exitCode),
      );
    });
  const answer = (name: string, exitCode: Error | number) => {
    waiting.get(name)?.(exitCode);
    waiting.delete(name);
  };

  createInterface(guest.stdout).on("line", (line) => {
    const [, name, exitCode] = /^(\d+) (\d+)$/.exec(line.trim()) ?? [];
    if (name !== undefined) answer(name, Number(exitCode));
    else if (line.trim() === "ready") answer("ready", 0);
    else printed.push(line);
  });
  guest.once("close", async () => {
    const reason = new Error(
      `The kernel of the planted root ended: ${[...printed, await errors].join("\n")}`,
    );
    for (const name of [...waiting.keys()]) answer(name, reason);
  });
  // The guest may have ended; whoever waits for it learns that.
  guest.stdin.on("error", () => {});

  const ready = waitFor("ready").then(() => {});
  return {
    ready,
    async run(script, { stdin = "" } = {}) {
      const name = String(++last);
      const path = (part: string) => join(folder, `${name}.${part}`);
      writeFileSync(path("script"), script);
      writeFileSync(path("stdin"), stdin);
      const ended = waitFor(name);
      const deadline = setTimeout(
        () => answer(name, new Error(`A planted script did not end by itself: ${script}`)),
        scriptTimeoutMs,
      );
      guest.stdin.write(`${name}\n`);
      try {
        const exitCode = await ended;
        const [stdout, stderr] = [path("stdout"), path("stderr")].map((one) =>
          readFileSync(one, "utf8"),
        ) as [string, string];
        return { exitCode, stdout, stderr };
      } finally {
        clearTimeout(deadline);
        for (const part of ["script", "stdin", "stdout", "stderr"])
          rmSync(path(part), { force: true });
      }
    },
  };
}
