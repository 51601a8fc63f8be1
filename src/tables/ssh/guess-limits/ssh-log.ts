import type { GapReader } from "../../host/gap-reader.ts";
import { gapReader } from "../../host/gap-reader.ts";
import type { Settings } from "../../parsers/sshd/effective.ts";
import { readFileLink } from "../../processes/proc/file-link.ts";
import type { Program } from "../../processes/root-programs.ts";
import { effective, ineffective, type Judgement } from "./guess-limit.ts";

/** Where sshd's messages about wrong passwords go. */
export interface SshLog {
  /** Whether a program that reads this file sees them. */
  reaches(path: string): Judgement;
  /** Whether one that asks the journal for these fields sees them: "_COMM=sshd + _SYSTEMD_UNIT=…". */
  reachesJournal(match: string): Judgement;
}

const silent = new Set(["QUIET", "FATAL", "ERROR"]);
const maxBytes = 4 << 20;

export function readSshLog(
  read: GapReader,
  { globals, programs }: { globals: Settings; programs: Program[] },
): SshLog {
  const level = globals.get("LogLevel")?.values[0] ?? "";
  const own = programs.filter(({ name, isHere }) => name === "sshd" && isHere).flatMap(logFileOf);
  const isSilent = ineffective(`sshd logs no wrong passwords (LogLevel ${level})`);
  // The lines of that file have neither time nor program, so fail2ban and sshguard skip them.
  const isElsewhere = ineffective(`sshd logs to ${own[0]} alone`);
  return {
    reaches(path) {
      if (silent.has(level)) return isSilent;
      if (own.length > 0) return isElsewhere;
      const writer = programs.find((each) => isLogger(each) && hasOpen(read, each, path));
      if (!writer) return ineffective(`nothing writes ${path}`);
      return isOfSshd(read, path) ? effective(path) : ineffective(`${path} has nothing of sshd's`);
    },
    reachesJournal(match) {
      if (silent.has(level)) return isSilent;
      if (own.length > 0) return isElsewhere;
      if (!programs.some(({ name }) => name === "systemd-journal"))
        return ineffective("no journal is kept");
      return isMatched(read, match)
        ? effective("the journal")
        : ineffective(`${match} matches nothing`);
    },
  };
}

/** sshd -E: the file that takes its messages instead of syslog's. */
function logFileOf({ args }: Program): string[] {
  const words = args.length === 1 ? args[0]!.split(" ") : args;
  return words.flatMap((word, at) => {
    const [, value] = /^-[46DdeGiqTt]*E(.*)$/.exec(word) ?? [];
    return value === undefined ? [] : [value || (words[at + 1] ?? "")];
  });
}

const isLogger = ({ name }: Program) => /^(rsyslogd|syslog-ng|syslogd|busybox|metalog)$/.test(name);

function hasOpen({ host }: GapReader, { pid }: Program, path: string): boolean {
  const quiet = gapReader(host); // a daemon whose files can't be seen writes none that is known
  return quiet.list(`/proc/${pid}/fd`).some((fd) => {
    const link = quiet.attempt("fd", () => readFileLink(host, pid, `fd/${fd}`));
    return link?.path === path && !link.deleted;
  });
}

/** These are sshd's by custom; any other must have a line of it. */
function isOfSshd(read: GapReader, path: string): boolean {
  if (/\/(auth\.log|secure)$/.test(path)) return true;
  const bytes = read.attempt(path, () => read.host.readBytes(path, maxBytes));
  return /\bsshd(-session)?\[\d+\]: /.test(bytes?.toString("latin1") ?? "");
}

/** Groups are alternatives; the unit's name is that of its file, not of an alias. */
function isMatched({ host }: GapReader, match: string): boolean {
  const isNew = newerSshdPaths.some((path) => host.exists(path));
  const unitOf = (name: string) =>
    ["/usr/lib", "/lib"].some((folder) => host.exists(`${folder}/systemd/system/${name}`));
  const holds = (term: string) => {
    const [field, value = ""] = term.split("=");
    if (field === "_COMM") return value === (isNew ? "sshd-session" : "sshd");
    if (field === "_SYSTEMD_UNIT") return /^sshd?\.service$/.test(value) && unitOf(value);
    return field === "SYSLOG_IDENTIFIER" && value === (isNew ? "sshd-session" : "sshd");
  };
  return match.split("+").some((group) => group.trim().split(/\s+/).every(holds));
}

/** Since OpenSSH 9.8 a program of its own serves each connection. */
export const newerSshdPaths = [
  "/usr/lib/openssh/sshd-session",
  "/usr/libexec/openssh/sshd-session",
  "/usr/lib/ssh/sshd-session",
  "/usr/libexec/sshd-session",
];
