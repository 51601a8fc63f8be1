import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { defaultConfigDir } from "../../core/config-dir.ts";
import { writeDurablySync } from "../../core/write-durably.ts";

/** Lines typed earlier, newest first, as `node:readline` expects them. */
export interface History {
  lines: string[];
  add(line: string): void;
}

export const mostLines = 1_000;
const longestLine = 10_000;

export function historyFile(env: NodeJS.ProcessEnv): string {
  const folder = defaultConfigDir({ env, platform: process.platform, home: homedir() });
  return join(folder, "shell-history");
}

/**
 * The history in a file that only its owner can read. Shells that are open at once append to it;
 * the next one cuts it to the newest lines. It only saves typing, so a file that can't be read or
 * written is not an error.
 */
export function openHistory(file: string): History {
  const stored = readLines(file);
  const lines = stored.slice(-mostLines).reverse();
  if (stored.length > mostLines) ignoringErrors(() => replace(file, stored.slice(-mostLines)));
  return {
    lines,
    add(line) {
      if (line === lines[0] || line.length > longestLine) return;
      lines.unshift(line);
      lines.splice(mostLines);
      ignoringErrors(() => append(file, line));
    },
  };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

function replace(file: string, lines: string[]): void {
  writeDurablySync(file, lines.map((line) => `${line}\n`).join(""));
}

function append(file: string, line: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  appendFileSync(file, `${line}\n`, { mode: 0o600 });
}

function ignoringErrors(write: () => void): void {
  try {
    write();
  } catch {
    // A read-only home must not end the shell.
  }
}
