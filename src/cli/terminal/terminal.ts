import type { Style } from "../../ui/text/style.ts";
import type { GlobalFlags } from "../flags/common-flags.ts";

/** The part of a process that a command talks through. */
export interface Terminal {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  env: NodeJS.ProcessEnv;
}

/** Whether questions can be put to a person: both ends they'd use are terminals. */
export function canPrompt({ stdin, stderr }: Terminal): boolean {
  return Boolean(stdin.isTTY && stderr.isTTY);
}

/** The smallest terminal for a live view; on a smaller one it would scroll the person's history away. */
const drawable = { columns: 40, rows: 12 };

/** Whether a live view can be drawn: a person is looking, on a terminal that can move its cursor. */
export function canDraw({ stdout, stderr, env }: Terminal): boolean {
  const looking = Boolean(stdout.isTTY && stderr.isTTY) && env.TERM !== "dumb" && !env.CI;
  return looking && stderr.columns >= drawable.columns && stderr.rows >= drawable.rows;
}

/** Whether to use colour, by the rules of https://no-color.org. */
export function wantsColour({ stdout, env }: Terminal, flags: GlobalFlags): boolean {
  return Boolean(stdout.isTTY) && !flags["no-color"] && !env.NO_COLOR && env.TERM !== "dumb";
}

/** Rows of an answer that leave its first sentence on most screens. */
const shownRows = 30;

/** How results are shown on this terminal; a pipe has no width. */
export function styleOf(terminal: Terminal, flags: GlobalFlags, nowMs: number): Style {
  const hints = new Set<string>();
  const narrow = terminal.stdout.isTTY && !flags["no-truncate"];
  return {
    width: narrow ? Math.max(20, terminal.stdout.columns || 80) : Number.POSITIVE_INFINITY,
    colour: wantsColour(terminal, flags),
    maxRows: narrow ? shownRows : Number.POSITIVE_INFINITY,
    nowMs,
    columns: flags.columns?.split(",").map((name) => name.trim()),
    // Once, however often a view is drawn again.
    hint(sentence) {
      if (!hints.has(sentence)) terminal.stderr.write(`${sentence}\n`);
      hints.add(sentence);
    },
  };
}
