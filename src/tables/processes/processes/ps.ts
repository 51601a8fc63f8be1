import type { Row } from "../../model/table.ts";

/**
 * One -o per column: a header text would swallow the following columns. The name is last, as it may
 * contain spaces.
 */
const stateColumns = [
  ..."pid ppid pgid uid ruid svuid gid rgid svgid state nice rss vsz utime time lstart".split(" "),
  "ucomm",
];

/** All users' processes, untruncated lines. */
const argsOf = (columns: string[]) => ["-axww", ...columns.flatMap((name) => ["-o", `${name}=`])];

export const psStateArgs = argsOf(stateColumns);
/** The account name and the command line, which processes can overwrite. */
export const psCommandArgs = argsOf(["pid", "ruser", "args"]);

/** The kernel's name of up to 16 bytes, and all numeric columns. */
export interface PsProcess {
  pid: number;
  row: Row;
}

const number = "(-?\\d+)";
const clock = "([\\d:.-]+)";
const statePattern = new RegExp(
  `^\\s*${Array(9).fill(number).join("\\s+")}\\s+(\\S+)\\s+${number}\\s+${number}\\s+${number}` +
    `\\s+${clock}\\s+${clock}\\s+[A-Z][a-z]{2}\\s+([A-Z][a-z]{2}\\s+\\d{1,2}\\s+[\\d:]{8}\\s+\\d{4})\\s+(.*)$`,
);

/** Lines of `ps` with the columns above; `unread` counts malformed ones. */
export function parsePsStates(text: string): { processes: PsProcess[]; unread: number } {
  const lines = linesOf(text);
  const processes = lines.flatMap((line) => {
    const found = statePattern.exec(line);
    return found ? [processOf(found)] : [];
  });
  return { processes, unread: lines.length - processes.length };
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

function processOf(found: RegExpExecArray): PsProcess {
  const [pid, ppid, pgid, euid, uid, suid, egid, gid, sgid] = found.slice(1, 10).map(Number);
  const [state = "", nice, rss, vsz, user, total, started = "", name = ""] = found.slice(10);
  const userMs = milliseconds(user!);
  const totalMs = milliseconds(total!);
  return {
    pid: pid!,
    row: {
      pid,
      name: name.trim(),
      parent: ppid,
      pgroup: pgid,
      uid: unsigned(uid!),
      euid: unsigned(euid!),
      suid: unsigned(suid!),
      gid: unsigned(gid!),
      egid: unsigned(egid!),
      sgid: unsigned(sgid!),
      state: stateOf(state),
      nice: Number(nice),
      resident_size: Number(rss) * 1024,
      total_size: Number(vsz) * 1024,
      user_time: userMs,
      system_time: userMs === null || totalMs === null ? null : Math.max(0, totalMs - userMs),
      start_time: epochSeconds(started),
    },
  };
}

/** Linux's state letters: I is a sleep of more than 20 s, U an uninterruptible one (D). */
function stateOf(text: string): string {
  const letter = text.slice(0, 1);
  return { I: "S", U: "D" }[letter] ?? letter;
}

/** nobody's -2 is 4294967294 in osquery. */
const unsigned = (id: number) => id >>> 0;

/** "1234:02.50" in minutes and seconds; also with hours ("12:34:56.78") and days ("1-02:03:04"). */
function milliseconds(text: string): number | null {
  const [, days = "0", rest] = /^(?:(\d{1,6})-)?([\d:.]+)$/.exec(text) ?? [];
  const parts = rest?.split(":").map(Number) ?? [];
  if (parts.length < 2 || parts.length > 3 || parts.some(Number.isNaN)) return null;
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1000);
}

/** "Nov 14 22:13:20 2023", in UTC as tools run here. */
function epochSeconds(text: string): number | null {
  const time = Date.parse(`${text.replace(/\s+/g, " ")} UTC`);
  return Number.isNaN(time) ? null : time / 1000;
}

/** Account and command line by pid. */
export function parsePsCommands(text: string): Map<number, { username: string; cmdline: string }> {
  const found = linesOf(text).flatMap((line) => {
    const [, pid, username, cmdline] = /^\s*(\d+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    return pid
      ? [[Number(pid), { username: username!, cmdline: cmdline!.trimEnd() }] as const]
      : [];
  });
  return new Map(found);
}
