import { spawn } from "node:child_process";
import { once } from "node:events";
import { isPlain, type Terminal } from "./terminal.ts";

/**
 * Prints text, through the person's pager if it is longer than the screen. A pager that can't be
 * started is no reason to keep the answer back.
 */
export async function pageOutput(text: string, terminal: Terminal): Promise<void> {
  const pager = pagerFor(text, terminal);
  if (pager === null || !(await page(text, pager, terminal.env))) terminal.stdout.write(text);
}

/** The pager's command and arguments; null if the text fits, or nobody can turn pages. */
function pagerFor(text: string, terminal: Terminal): string[] | null {
  const { stdin, stdout, env } = terminal;
  if (!stdin.isTTY || !stdout.isTTY || isPlain(terminal) || env.CI) return null;
  if (text.split("\n").length <= stdout.rows) return null;
  const words = (env.PAGER ?? "less").split(/\s+/).filter(Boolean);
  return words.length === 0 || words[0] === "cat" ? null : words;
}

/** Whether the pager showed the text. */
async function page(text: string, words: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command = "", ...args] = words;
  const child = spawn(command, args, {
    stdio: ["pipe", "inherit", "inherit"],
    // As git has it: ends if the text fits after all, shows colours, leaves the text on the screen.
    env: { LESS: "FRX", ...env },
  });
  // Who leaves the pager early has read enough.
  child.stdin.on("error", () => {});
  child.stdin.end(text);
  try {
    await once(child, "close");
    return true;
  } catch {
    return false;
  }
}
