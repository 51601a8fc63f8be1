import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../e2e/run-cli.ts";

/** Arguments of Node that make an agent send its first snapshot within a second of connecting. */
export const earlyFirstSnapshot = [
  "--import",
  new URL("./early-first-snapshot.mjs", import.meta.url).href,
];

/** A running `inquest agents run`. */
export interface AgentProcess {
  pid: number;
  /** Every line of its log so far, parsed. */
  log(): Record<string, unknown>[];
  /** Resolves with the first line whose message holds `text`. */
  logged(text: string): Promise<Record<string, unknown>>;
  /** Its exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
  /** Resolves when it ends by itself. */
  ended(): Promise<number | NodeJS.Signals | null>;
}

/**
 * One agent's config and cache below `home`; its processes are gone with the test. `before` goes
 * in front of the command line (`ip netns exec NAME`), `nodeArgs` in front of the program.
 */
export function agentFolder(
  home: string,
  config: { agent_id: string; brain_url: string; api_key: string; [field: string]: unknown },
  { before = [], nodeArgs = [] }: { before?: string[]; nodeArgs?: string[] } = {},
) {
  const folder = join(home, `agent-${config.agent_id}`);
  const file = join(folder, "agent.json");
  const cacheDir = join(folder, "cache");
  mkdirSync(folder, { recursive: true });
  const content = { cache_dir: cacheDir, log_level: "debug", ...config };
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return {
    cacheDir,
    start(...args: string[]): AgentProcess {
      const node = [...before, process.execPath, ...nodeArgs];
      const line = [...node, "bin/run.js", "agents", "run", "--config", file, ...args];
      const child = spawn(line[0]!, line.slice(1), {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: folder },
        stdio: ["ignore", "ignore", "pipe"],
      });
      onTestFinished(async () => void (await end(child, "SIGKILL")));
      return agentOf(child);
    },
  };
}

function agentOf(child: ChildProcess): AgentProcess {
  let text = "";
  child.stderr!.on("data", (chunk) => {
    text += chunk;
  });
  const log = () =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    pid: child.pid!,
    log,
    async logged(words) {
      for (;;) {
        const line = log().find(({ msg }) => String(msg).includes(words));
        if (line) return line;
        if (child.exitCode !== null) throw new Error(`the agent ended: ${text}`);
        await Promise.race([once(child.stderr!, "data"), once(child, "close")]);
      }
    },
    stop: (signal = "SIGTERM") => end(child, signal),
    ended: () => end(child, null),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals | null) {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, "close");
    if (signal) child.kill(signal);
    await closed;
  }
  return child.exitCode ?? child.signalCode;
}
