import { type LogEntry, logLine } from "../../ui/text/log-line.ts";
import type { Style } from "../../ui/text/style.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const logFormats = ["json", "text"] as const;
export type LogFormat = (typeof logFormats)[number];

/** Receives the server's log, a line of JSON for each entry. */
export interface LogOutput {
  write(line: string): void;
}

/** Writes the log to stderr: as text for a person in a terminal, else as it is. */
export function logOutput(
  format: LogFormat | undefined,
  { stderr }: Pick<Terminal, "stderr">,
  style: Pick<Style, "colour">,
): LogOutput {
  if ((format ?? (stderr.isTTY ? "text" : "json")) === "json") return stderr;
  return {
    write(line) {
      const text = logLine(JSON.parse(line) as LogEntry, style);
      if (text !== null) stderr.write(`${text}\n`);
    },
  };
}
