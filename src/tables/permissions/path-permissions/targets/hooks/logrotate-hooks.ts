import { basename } from "node:path/posix";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import { isPresent } from "../../../../host/inspect.ts";
import { isProgram } from "../../../../host/is-program.ts";
import { findCronDaemon } from "../cron/cron-daemon.ts";
import type { Target } from "../target.ts";
import { commandHooks, type HookUse, hookTarget } from "./hook-target.ts";
import { awaitedRotation } from "./log-rotation.ts";
import {
  type LogrotateDirective,
  type LogrotateEntry,
  parseLogrotateConf,
} from "./logrotate-conf.ts";

const mainFile = "/etc/logrotate.conf";
const maxFiles = 1_000;

/** Endings of files that logrotate passes over in a folder. */
const taboo =
  /(?:~|,v|\.(?:bak|cfsaved|disabled|dpkg-\w+|ucf-\w+|new|old|orig|rhn-cfg-tmp-.*|rpm\w+|swp))$/;

/** logrotate's configuration, and what its scripts run. */
export function findLogrotateHooks(read: GapReader): Target[] {
  if (!isPresent(read.host, mainFile)) return [];
  const use = { detail: "logrotate", ...scheduleOf(read) };
  const files = readFiles(read);
  return [
    ...files.map(({ path, refusal }) =>
      hookTarget({ ...use, target: path, barred: use.barred ?? refusal ?? distrusted }),
    ),
    ...withRepeats(read, entriesIn(files.filter(({ refusal }) => refusal === null))).flatMap(
      (entry) => scriptTargets(read, use, entry),
    ),
    ...files
      .filter(({ refusal }) => refusal !== null)
      .flatMap((file) =>
        entriesIn([file]).flatMap((entry) =>
          scriptTargets(
            read,
            { ...use, barred: use.barred ?? file.refusal },
            { ...entry, repeats: undefined },
          ),
        ),
      ),
  ];
}

function scheduleOf(read: GapReader): Omit<HookUse, "detail"> {
  if (!isPresent(read.host, "/usr/sbin/logrotate")) return { barred: "logrotate is not installed" };
  // Debian's script leaves the work to the timer where systemd runs
  if (isPresent(read.host, "/run/systemd/system"))
    return { awaits: "logrotate.service is started again" };
  const { periods } = findCronDaemon(read);
  const script = "/etc/cron.daily/logrotate";
  const isRun =
    isProgram(read.host, script) &&
    /logrotate\b.*\/etc\/logrotate\.conf/.test(read.text(script) ?? "");
  return isRun && periods !== 0 ? { enabled: periods } : { awaits: "logrotate is run" };
}

const distrusted = "logrotate ignores a configuration that others than root own or can write";

interface ConfigFile {
  path: string;
  /** Why logrotate reads nothing of it. */
  refusal: string | null;
  parts: ReturnType<typeof parseLogrotateConf>;
}

/** The files that logrotate reads, each behind the one that includes it. */
function readFiles(read: GapReader): ConfigFile[] {
  const files: ConfigFile[] = [];
  const add = (path: string) => {
    if (files.length === maxFiles || files.some((one) => one.path === path)) return;
    const parts = parseLogrotateConf(read.text(path) ?? "");
    const refusal = refusalOf(read, path);
    files.push({ path, refusal, parts });
    for (const part of refusal === null ? parts : [])
      if ("name" in part && part.name === "include")
        for (const included of includedBy(read, part.value)) add(included);
  };
  add(mainFile);
  return files;
}

function includedBy(read: GapReader, path: string): string[] {
  const inFolder = expandGlob(read, `${path.replace(/\/+$/, "")}/*`);
  return inFolder.length > 0 ? inFolder : [path].filter((one) => isPresent(read.host, one));
}

function refusalOf(read: GapReader, path: string): string | null {
  if (taboo.test(basename(path))) return `logrotate passes over the name of ${path}`;
  return isAccepted(read, path) ? null : distrusted;
}

function isAccepted({ host }: GapReader, path: string): boolean {
  try {
    const stats = host.stat(path);
    return stats.isFile() && stats.uid === 0 && (stats.mode & 0o022) === 0;
  } catch {
    return false; // the row of its permissions reports why
  }
}

interface SourcedEntry extends LogrotateEntry {
  source: string;
}

/** Entries with the directives before them that hold for all. */
function entriesIn(files: ConfigFile[]): SourcedEntry[] {
  const shared: LogrotateDirective[] = [];
  return files.flatMap(({ path: source, parts }) =>
    parts.flatMap((part) => {
      if (!("name" in part))
        return [{ ...part, source, directives: [...shared, ...part.directives] }];
      if (part.name !== "include") shared.push(part);
      return [];
    }),
  );
}

interface JudgedEntry extends SourcedEntry {
  /** A log of an earlier entry, because of which logrotate passes over this one. */
  repeats: string | undefined;
}

function withRepeats(read: GapReader, entries: SourcedEntry[]): JudgedEntry[] {
  const seen = new Set<string>();
  return entries.map((entry) => {
    const logs = entry.logs.flatMap((log) => [log, ...expandGlob(read, log)]);
    const repeats = logs.find((log) => seen.has(log));
    for (const log of logs) seen.add(log);
    return { ...entry, repeats };
  });
}

/** They run as root; `su` is only about the logs. */
function scriptTargets(read: GapReader, use: HookUse, entry: JudgedEntry): Target[] {
  const { source, scripts, repeats } = entry;
  const rotation = awaitedRotation(read, entry);
  const repeated = repeats === undefined ? null : `logrotate has no earlier entry for ${repeats}`;
  return scripts.flatMap(({ name, value }) => {
    const isOnly = scripts.length === 1 && name !== "preremove";
    const first = isOnly ? null : `logrotate gets to ${name}`;
    const barred = use.barred ?? rotation.barred;
    // the timer comes last: it may be known to start logrotate
    const awaits = repeated ?? rotation.awaits ?? first ?? use.awaits ?? null;
    return commandHooks(read, { ...use, source, barred, awaits }, value);
  });
}
