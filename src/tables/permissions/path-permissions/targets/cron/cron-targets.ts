import { basename } from "node:path/posix";
import { type CommandUse, lineRuns } from "../../../../commands/command-runs.ts";
import { commentsIn } from "../../../../commands/comments.ts";
import { loadedLibraries } from "../../../../commands/loaded-files.ts";
import type { RunPath } from "../../../../commands/run-path.ts";
import type { GapReader } from "../../../../host/gap-reader.ts";
import type { Row } from "../../../../model/table.ts";
import { parseAnacrontab, parseCrontab } from "../../../../parsers/crontab-line.ts";
import { crontab } from "../../../../services/crontab/table.ts";
import type { Target } from "../target.ts";
import { findAtTargets } from "./at-targets.ts";
import { type CronDaemon, findCronDaemon } from "./cron-daemon.ts";
import {
  type CronEnvironment,
  cronPath,
  environmentsOf,
  isUsualShell,
  shellRefusal,
} from "./cron-environments.ts";
import { cronPathTargets } from "./cron-path-targets.ts";
import type { Table } from "./cron-table.ts";
import { unusedJobs } from "./unused-jobs.ts";

/** Root runs every script in these folders. */
const periodFolders = ["hourly", "daily", "weekly", "monthly"].map((name) => `/etc/cron.${name}`);

/** Of scripts, which have no environment of their own. */
const defaults = { shell: null, folders: cronPath, variables: new Map<string, string>() };

/** Per crontab: any user may write a long one. */
const maxJobs = 5_000;

/** Programs that cron jobs run, their crontabs, and the folders of their PATH. */
export async function findCronTargets(read: GapReader): Promise<Target[]> {
  const { rows, gaps: unseen } = await crontab.collect(read.host);
  read.report(...unseen);
  const daemon = findCronDaemon(read);
  const homes = readHomes(read);
  const tables = tablesOf(read, [...rows, ...unusedJobs(read)]).map((table) => ({
    ...table,
    ...stateOf(table, daemon),
  }));
  const folders = periodFolders
    .filter((path) => read.host.exists(path))
    .map((path) => ({
      path,
      refusal: null,
      ...stateBy(daemon.periods),
      jobs: [],
      environments: [],
    }));
  return [
    ...folders.map((folder) => tableTarget(folder, "root")),
    ...tables.filter(({ path }) => !isScript(path)).flatMap((table) => ownTargets(read, table)),
    ...tables.flatMap((table) => jobTargets(read, table, homes)),
    ...findAtTargets(read),
  ];
}

type UnusedTable = Omit<Table, "enabled" | "barred">;

function tablesOf(read: GapReader, rows: Row[]): UnusedTable[] {
  const tables = new Map<string, UnusedTable>();
  for (const row of rows) {
    const [path, command, username] = [row.path, row.job_command, row.username].map(String);
    const barred = row.barred === null ? null : String(row.barred);
    const refusal = row.is_read === 0 ? barred : null;
    const table = tables.get(path!) ?? {
      path: path!,
      refusal,
      jobs: [],
      environments: environmentsIn(read, path!),
    };
    const awaits = row.event === "@reboot" ? "the host or cron is restarted" : null;
    table.jobs.push({ command: command!, username: username!, barred, awaits });
    tables.set(path!, table);
  }
  return [...tables.values()];
}

function environmentsIn(read: GapReader, path: string): CronEnvironment[] {
  if (isScript(path)) return [];
  const parse = path === "/etc/anacrontab" ? parseAnacrontab : parseJobs(!isUsers(path));
  return environmentsOf(read.text(path) ?? "", parse);
}

const parseJobs = (named: boolean) => (text: string) => parseCrontab(text, named);

const isUsers = (path: string) => path.startsWith("/var/spool/");

const isScript = (path: string) => /^\/etc\/cron\.(hourly|daily|weekly|monthly)\//.test(path);

function stateOf({ path, refusal }: UnusedTable, daemon: CronDaemon) {
  if (isScript(path) || path === "/etc/anacrontab") return stateBy(daemon.periods);
  return refusal === null ? stateBy(daemon.tables) : { enabled: 0, barred: refusal };
}

const stateBy = (daemon: number | null) => ({
  enabled: daemon,
  barred: daemon === 0 ? "cron is not running" : null,
});

function ownTargets(read: GapReader, table: Table): Target[] {
  // a user's own crontab can only define jobs of that user
  const owner = isUsers(table.path) ? basename(table.path) : "root";
  return [tableTarget(table, owner), ...cronPathTargets(read, table)];
}

const tableTarget = (
  { path, enabled, barred }: Omit<Table, "environments">,
  run_as: string,
): Target => ({
  purpose: "cron_table",
  source: path,
  run_as,
  enabled,
  barred,
  detail: "",
  target: path,
});

function jobTargets(
  read: GapReader,
  { path, jobs, environments, ...table }: Table,
  homes: ReadonlyMap<string, string>,
): Target[] {
  if (jobs.length > maxJobs)
    read.report({
      reason: "error",
      detail: `${path}: only the first ${maxJobs} jobs are reported`,
    });
  return jobs.slice(0, maxJobs).flatMap(({ command, username, awaits, ...job }) => {
    const environment = environments.find(({ commands }) => commands.includes(command));
    const barred =
      table.barred ?? job.barred ?? (environment ? shellRefusal(read, environment) : null);
    const { shell, folders, variables } = environment ?? defaults;
    const inShell = isUsualShell(shell) ? null : `${shell} runs it as a command`;
    const home = variables.get("HOME") ?? homes.get(username);
    const line = command.replace(/(?<!\\)%[\s\S]*$/, ""); // the rest is the command's input
    const common = {
      purpose: "cron_job" as const,
      source: path,
      run_as: username,
      enabled: barred === null ? table.enabled : 0,
      barred,
      detail: command,
    };
    const { paths, optionFolders } = lineRuns(read, line, {
      folders,
      account: username,
      environment: variables,
      ...(home?.startsWith("/") && { home, folder: home }),
      ...(shell && { shell: basename(shell) }),
    });
    const isBarred = (one: { barred?: string }) => barred !== null || one.barred !== undefined;
    return [
      ...[...shellLibraries(read, shell, variables), ...paths].map(
        ({ path: target, executed, account, gainer, ...one }) => ({
          ...common,
          ...(account && { run_as: account }),
          ...(gainer && { gainer }),
          enabled: isBarred(one) ? 0 : common.enabled,
          barred: barred ?? one.barred ?? null,
          target,
          executed: Number(executed),
          awaits: awaits ?? inShell ?? one.awaits,
        }),
      ),
      ...optionFolders.map((one) => ({
        ...common,
        target: one.path,
        awaits: awaits ?? inShell ?? one.awaits,
      })),
      ...unusedPaths(read, command, { folders, account: username }).map(
        ({ path: target, why }) => ({
          ...common,
          enabled: 0,
          barred: barred ?? why,
          target,
        }),
      ),
    ];
  });
}

/** Libraries that the shell of a job loads before all else. */
const shellLibraries = (
  read: GapReader,
  shell: string | null,
  variables: ReadonlyMap<string, string>,
): RunPath[] =>
  loadedLibraries(
    read.host,
    shell ?? "/bin/sh",
    new Map([...variables].map(([name, text]) => [name, { text }])),
  );

/** The homes of accounts, in which cron starts their jobs. */
function readHomes(read: GapReader): Map<string, string> {
  const fields = read.lines("/etc/passwd").map((line) => line.split(":"));
  return new Map(
    fields.flatMap(([name = "", , , , , home = ""]) =>
      home.startsWith("/") ? [[name, home]] : [],
    ),
  );
}

/** What a job's line names but doesn't run: in a comment, or as the command's input. */
function unusedPaths(
  read: GapReader,
  command: string,
  use: CommandUse,
): { path: string; why: string }[] {
  const [, line = "", input = ""] = /^([\s\S]*?)(?:(?<!\\)%([\s\S]*))?$/.exec(command) ?? [];
  const pathsIn = (text: string, why: string) =>
    lineRuns(read, text, use).paths.map(({ path }) => ({ path, why }));
  return [
    ...pathsIn(commentsIn(line), "it is in a comment of its line"),
    ...pathsIn(input.replaceAll("%", "\n"), "it is only the input of the command"),
  ];
}
