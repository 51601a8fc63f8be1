/** A command and its time: epoch seconds, 0 when not recorded. */
export interface HistoryEntry {
  time: number;
  command: string;
}

/** History files below a home, with their parsers. */
export const historyShells: Record<string, (text: string) => HistoryEntry[]> = {
  ".bash_history": parseBashHistory,
  ".history": parseBashHistory,
  ".local/share/fish/fish_history": parseFishHistory,
  ".mysql_history": parseBashHistory,
  ".psql_history": parseBashHistory,
  ".python_history": parseBashHistory,
  ".sh_history": parseBashHistory,
  ".zhistory": parseZshHistory,
  ".zsh_history": parseZshHistory,
};

/**
 * One command per line; with HISTTIMEFORMAT each is preceded by "#seconds", and lines up to the
 * next timestamp are one command.
 */
export function parseBashHistory(text: string): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let time: number | undefined;
  let open: HistoryEntry | undefined;
  for (const line of text.split("\n")) {
    const stamp = /^#(\d{6,11})$/.exec(line)?.[1];
    if (stamp) {
      time = Number(stamp);
      open = undefined;
    } else if (open) {
      open.command += line ? `\n${line}` : "";
    } else if (line) {
      const entry = { time: time ?? 0, command: line };
      entries.push(entry);
      if (time !== undefined) open = entry;
    }
  }
  return entries;
}

/** With EXTENDED_HISTORY ": start:elapsed;command"; a trailing backslash continues the command. */
export function parseZshHistory(text: string): HistoryEntry[] {
  return text
    .replaceAll("\\\n", "\0")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [, time, extended] = /^: *(\d{1,11}):\d+;([\s\S]*)$/.exec(line) ?? [];
      const command = (extended ?? line).replaceAll("\0", "\n");
      return { time: Number(time ?? 0), command };
    });
}

/** "- cmd: text" then "  when: seconds", in fish's own narrow dialect of YAML: \n and \\ are its only escapes. */
export function parseFishHistory(text: string): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const line of text.split("\n")) {
    const command = /^- cmd: (.*)$/s.exec(line)?.[1];
    const when = /^ {2}when: (\d{1,11})$/.exec(line)?.[1];
    const last = entries.at(-1);
    if (command !== undefined) entries.push({ time: 0, command: unescapeFish(command) });
    else if (when && last) last.time = Number(when);
  }
  return entries;
}

const unescapeFish = (text: string) =>
  text.replace(/\\([\\n])/g, (_, escaped) => (escaped === "n" ? "\n" : "\\"));
