import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { commandThread, type Ended } from "../helpers/command-thread.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";

/** A copy of the build, so that a build during the tests does not affect them. */
export const root = inject("built");
const inThread = commandThread(root);

/** A folder that is gone after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "inquest-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The built binaries, over a data folder of their own and away from the person's settings. */
export function cliIn(folder: string) {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    INQUEST_DATA_DIR: join(folder, "data"),
    TERM: "xterm-256color",
    // A pager would wait for a key.
    PAGER: "cat",
  };
  const start = (command: string[], extra: Record<string, string> = {}) =>
    spawn(command[0]!, command.slice(1), { cwd: root, env: { ...env, ...extra } });
  const node = (binary: string, args: string[]) => [process.execPath, `bin/${binary}.js`, ...args];
  // Without it the folder of profiles is below the home of the whole process.
  const threadEnv = { ...env, XDG_CONFIG_HOME: join(folder, ".config") };
  const typed = (input: string, ...argv: string[]) => inThread({ argv, env: threadEnv, input });
  return {
    env,
    start: (...args: string[]) => start(node("run", args)),
    inquest: (...args: string[]) => ended(start(node("run", args))),
    investigate: (...args: string[]) => ended(start(node("investigate", args))),
    /** The same as `inquest`, but in a thread that all commands of a file share. */
    command: (...args: string[]) => typed("", ...args),
    typed,
    /** In a pseudo-terminal: both outputs arrive as one. */
    onTerminal: (line: string, extra?: Record<string, string>) =>
      start(["script", "-qec", line, "/dev/null"], extra),
    shell: (line: string) => ended(start(["bash", "-c", line])),
  };
}

/** The built binaries beside a server of their own with simulated hosts. */
export async function cliBesideServer(hosts: Parameters<typeof withHosts>[0]) {
  const cli = cliIn(tempFolder());
  const server = cli.start("server", "--port", "0", "--json", ...withHosts(hosts));
  onTestFinished(async () => {
    server.kill();
    await new Promise((resolve) => server.once("close", resolve));
  });
  await untilWritten(server, /"event":"ready"/);
  return cli;
}

export const hasScript = spawnSync("script", ["--version"]).status === 0;
if (!hasScript) console.warn("Skipped: tests in a terminal need script of util-linux.");

export async function ended(child: ChildProcess, input = ""): Promise<Ended> {
  const result: Ended = { stdout: "", stderr: "", code: null };
  child.stdout!.on("data", (chunk) => {
    result.stdout += chunk;
  });
  child.stderr!.on("data", (chunk) => {
    result.stderr += chunk;
  });
  child.stdin!.end(input);
  result.code = await new Promise((resolve) => child.on("close", resolve));
  return result;
}

/** Resolves with everything written so far once `pattern` is in it. */
export function untilWritten(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout!.on("data", (chunk) => {
      text += chunk;
      if (pattern.test(text)) resolve(text);
    });
    child.on("close", () => reject(new Error(`ended without ${pattern}: ${text}`)));
  });
}
