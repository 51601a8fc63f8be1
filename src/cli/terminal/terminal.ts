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

/** Whether neither colour nor cursor movement may be used, by the rules of https://no-color.org. */
export function isPlain({ env }: Terminal): boolean {
  return Boolean(env.NO_COLOR) || env.TERM === "dumb";
}

/** The same terminal without colour and cursor movement. */
export function plainTerminal(terminal: Terminal): Terminal {
  const { stdin, stdout, stderr, env } = terminal;
  return { stdin, stdout, stderr, env: { ...env, NO_COLOR: "1" } };
}

/** The smallest terminal for a live view; on a smaller one it would scroll the person's history away. */
const drawable = { columns: 40, rows: 12 };

/** Whether a live view can be drawn: a person is looking, on a terminal that can move its cursor. */
export function canDraw(terminal: Terminal): boolean {
  const { stdout, stderr, env } = terminal;
  const looking = Boolean(stdout.isTTY && stderr.isTTY) && !isPlain(terminal) && !env.CI;
  return looking && stderr.columns >= drawable.columns && stderr.rows >= drawable.rows;
}

export function wantsColour(terminal: Terminal): boolean {
  return Boolean(terminal.stdout.isTTY) && !isPlain(terminal);
}

/** Rows of an answer that leave its first sentence on most screens. */
const shownRows = 30;

/** How results are shown on this terminal; a pipe has no width. */
export function styleOf(terminal: Terminal, flags: GlobalFlags, nowMs: number): Style {
  const hints = new Set<string>();
  const narrow = terminal.stdout.isTTY && !flags["no-truncate"];
  return {
    width: narrow ? Math.max(20, terminal.stdout.columns || 80) : Number.POSITIVE_INFINITY,
    colour: wantsColour(terminal),
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
