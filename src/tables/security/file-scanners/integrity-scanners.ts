import type { GapReader } from "../../host/gap-reader.ts";
import { expandGlob } from "../../host/glob.ts";
import { isInstalled, type Program } from "../../processes/root-programs.ts";
import type { FileScanner } from "./scanner.ts";
import { type ScheduledCommand, scheduleOf } from "./scheduled-commands.ts";

interface Seen {
  programs: Program[];
  commands: ScheduledCommand[];
}

/** Programs that compare files with what they were. */
export function findIntegrityScanners(read: GapReader, seen: Seen): FileScanner[] {
  return [
    ...scheduled.flatMap((tool) => judgeScheduled(read, tool, seen)),
    ...daemons.flatMap((daemon) => judgeDaemon(read, daemon, seen)),
    ...kernelChecks(read),
  ];
}

interface ScheduledTool {
  name: string;
  commands: string[];
  /** A line of a command that compares. */
  checks: RegExp;
  /** Files with what is compared, as shell patterns. */
  databases(read: GapReader): string[];
  /** Whether the package's own job is switched on. */
  isOn?(read: GapReader, source: string): boolean;
}

/** A program at the start of a command of a shell's line. */
const runs = (program: string) => `(?:^|[\\s;&|(/"'])${program}(?=[\\s;&|)"']|$)`;

const scheduled: ScheduledTool[] = [
  {
    name: "aide",
    commands: ["aide", "aide.wrapper"],
    checks: new RegExp(
      `(?:${runs("aide(?:\\.wrapper)?")}(?!.*(?:--init|-i\\b|--config-check|-D\\b|--version|-v\\b))|${runs("dailyaidecheck")})`,
    ),
    databases: (read) => aideDatabases(read),
  },
  {
    name: "tripwire",
    commands: ["tripwire"],
    checks: new RegExp(`${runs("tripwire")}.*(?:--check|-m ?c|--mode check)`),
    databases: () => ["/var/lib/tripwire/*.twd"],
  },
  {
    name: "debsums",
    commands: ["debsums"],
    checks: new RegExp(`${runs("debsums")}|\\$debsums\\b`),
    databases: () => ["/var/lib/dpkg/info/*.md5sums"],
    isOn: (read, source) => {
      const period = /^\/etc\/cron\.(\w+)\/debsums$/.exec(source)?.[1];
      const setting = read.lines("/etc/default/debsums").findLast(isSetting) ?? "";
      return period === undefined || setting.trim().replace(/["']/g, "") === `CRON_CHECK=${period}`;
    },
  },
  {
    name: "rpm",
    commands: ["rpm"],
    checks: new RegExp(`${runs("rpm")}.*(?:-V|--verify|-[a-z]*V)`),
    databases: () => ["/var/lib/rpm/*", "/usr/lib/sysimage/rpm/*"],
  },
];

const isSetting = (line: string) => /^\s*CRON_CHECK=/.test(line);

function judgeScheduled(
  read: GapReader,
  { name, commands, checks, databases, isOn }: ScheduledTool,
  seen: Seen,
): FileScanner[] {
  if (!commands.some((command) => isInstalled(read.host, command))) return [];
  const jobs = seen.commands.filter(({ source }) => isOn?.(read, source) ?? true);
  const source = scheduleOf(jobs, checks);
  // rpm is a package manager, whose job nobody misses.
  if (source === undefined && name === "rpm") return [];
  const scanner = { name, kind: "integrity" } as const;
  if (source === undefined) return [{ ...scanner, isEffective: false, reason: "nothing runs it" }];
  const hasDatabase = databases(read).some((pattern) =>
    expandGlob(read, pattern).some((path) => isFilled(read, path)),
  );
  if (!hasDatabase) return [{ ...scanner, isEffective: false, reason: "it has no database" }];
  return [{ ...scanner, isEffective: true, reason: source }];
}

const isFilled = (read: GapReader, path: string) =>
  (read.attempt(path, () => read.host.stat(path).size) ?? 0) > 0;

/** aide.conf(5): the last line counts; a name in @@{…} is defined before. */
function aideDatabases(read: GapReader): string[] {
  const configs = ["/etc/aide/aide.conf", "/etc/aide.conf"].filter((path) =>
    read.host.exists(path),
  );
  const found = configs.flatMap((config) => {
    const names = new Map<string, string>();
    const expand = (text: string) =>
      text.replace(/@@\{(\w+)\}/g, (_, name: string) => names.get(name) ?? "");
    let database = "/var/lib/aide/aide.db";
    for (const line of read.lines(config)) {
      const [, name, value] = /^\s*@@define\s+(\w+)\s+(\S+)/.exec(line) ?? [];
      if (name && value) names.set(name, expand(value));
      const [, path] = /^\s*database(?:_in)?\s*=\s*(?:file:)?(\/?\S+)/.exec(line) ?? [];
      if (path) database = expand(path).replace(/^file:\/*/, "/");
    }
    return [database];
  });
  return found.length > 0 ? found : ["/var/lib/aide/aide.db", "/var/lib/aide/aide.db.gz"];
}

interface Daemon {
  name: string;
  process: RegExp;
  /** Why it checks nothing; undefined if it does. */
  flaw(read: GapReader): string | undefined;
}

const daemons: Daemon[] = [
  {
    name: "samhain",
    process: /^samhain$/,
    flaw: (read) =>
      ["/var/lib/samhain/samhain_file", "/var/state/samhain/samhain_file"].some((path) =>
        isFilled(read, path),
      )
        ? undefined
        : "it has no database",
  },
  { name: "syscheck", process: /^(wazuh|ossec)-syschec/, flaw: syscheckFlaw },
  {
    name: "osquery",
    process: /^osqueryd$/,
    flaw: (read) => {
      const text = ["/etc/osquery/osquery.conf", "/etc/osquery/osquery.flags"]
        .map((path) => read.text(path) ?? "")
        .join("\n");
      const isOn = /enable_file_events["'\s:=]+true/.test(text) && /"file_paths"/.test(text);
      return isOn ? undefined : "it watches no files";
    },
  },
  {
    name: "auditbeat",
    process: /^auditbeat$/,
    flaw: (read) =>
      /^\s*-\s*module:\s*["']?file_integrity/m.test(read.text("/etc/auditbeat/auditbeat.yml") ?? "")
        ? undefined
        : "it watches no files",
  },
];

function judgeDaemon(read: GapReader, { name, process, flaw }: Daemon, seen: Seen): FileScanner[] {
  const running = seen.programs.find((program) => process.test(program.name));
  if (!running) return [];
  const reason = flaw(read);
  const isEffective = reason === undefined;
  return [{ name, kind: "integrity", isEffective, reason: reason ?? `process ${running.pid}` }];
}

function syscheckFlaw(read: GapReader): string | undefined {
  const text = (read.text("/var/ossec/etc/ossec.conf") ?? "").replace(/<!--[\s\S]*?-->/g, "");
  const blocks = [...text.matchAll(/<syscheck>([\s\S]*?)<\/syscheck>/g)].map(([, block]) => block!);
  const isOff = blocks.some((block) => /<disabled>\s*yes\s*<\/disabled>/.test(block));
  return isOff ? "syscheck is disabled" : undefined;
}

/** A verified file system, and IMA's appraisal of what is run. */
function kernelChecks(read: GapReader): FileScanner[] {
  const words = (read.text("/proc/cmdline") ?? "").trim().split(/\s+/);
  const found = words.find((word) =>
    /^(roothash|usrhash|verity\.usrhash|ima_appraise=enforce)(=|$)/.test(word),
  );
  if (!found) return [];
  return [{ name: "kernel", kind: "integrity", isEffective: true, reason: found.split("=")[0]! }];
}
