import { basename } from "node:path/posix";
import type { GapReader } from "../../../host/gap-reader.ts";
import type { Row } from "../../../model/table.ts";
import { crontab } from "../../../services/crontab/table.ts";
import { wildcardFolders } from "./command-paths.ts";
import { type CronDaemon, findCronDaemon } from "./cron-daemon.ts";
import { pathTargets, pathValues } from "./path-variable.ts";
import { pathsAndScripts } from "./script-paths.ts";
import type { Target } from "./target.ts";

/** cron's default PATH. */
const cronPath = ["/usr/bin", "/bin"];

/** Root runs every script in these folders. */
const periodFolders = ["hourly", "daily", "weekly", "monthly"].map((name) => `/etc/cron.${name}`);

/** Per crontab: any user may write a long one. */
const maxJobs = 5_000;

interface Table {
  path: string;
  /** Why cron does not read it. */
  refusal: string | null;
  enabled: number | null;
  barred: string | null;
  jobs: Job[];
}

interface Job {
  command: string;
  username: string;
  /** Why this job alone never runs. */
  barred: string | null;
  awaits: string | null;
}

/** Programs that cron jobs run, their crontabs, and the folders of their PATH. */
export async function findCronTargets(read: GapReader): Promise<Target[]> {
  const { rows, gaps: unseen } = await crontab.collect(read.host);
  read.report(...unseen);
  const daemon = findCronDaemon(read);
  const tables = tablesOf(rows).map((table) => ({ ...table, ...stateOf(table, daemon) }));
  const folders = periodFolders
    .filter((path) => read.host.exists(path))
    .map((path) => ({ path, refusal: null, ...stateBy(daemon.periods), jobs: [] }));
  return [
    ...folders.map((folder) => tableTarget(folder, "root")),
    ...tables.filter(({ path }) => !isScript(path)).flatMap((table) => ownTargets(read, table)),
    ...tables.flatMap((table) => jobTargets(read, table)),
  ];
}

type UnusedTable = Omit<Table, "enabled" | "barred">;

function tablesOf(rows: Row[]): UnusedTable[] {
  const tables = new Map<string, UnusedTable>();
  for (const row of rows) {
    const [path, command, username] = [row.path, row.job_command, row.username].map(String);
    const barred = row.barred === null ? null : String(row.barred);
    const refusal = row.is_read === 0 ? barred : null;
    const table = tables.get(path!) ?? { path: path!, refusal, jobs: [] };
    const awaits = row.event === "@reboot" ? "the host or cron is restarted" : null;
    table.jobs.push({ command: command!, username: username!, barred, awaits });
    tables.set(path!, table);
  }
  return [...tables.values()];
}

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
  const { path: source, enabled, barred } = table;
  const accounts = [...new Set(table.jobs.map(({ username }) => username))];
  // a user's own crontab can only define jobs of that user
  const owner = source.startsWith("/var/spool/") ? basename(source) : "root";
  const values = pathValues(read.text(source) ?? "");
  return [
    tableTarget(table, owner),
    ...accounts.flatMap((run_as) =>
      values.flatMap((value) => pathTargets(value, { source, run_as, enabled, barred })),
    ),
  ];
}

const tableTarget = ({ path, enabled, barred }: Table, run_as: string): Target => ({
  purpose: "cron_table",
  source: path,
  run_as,
  enabled,
  barred,
  detail: "",
  target: path,
});

function jobTargets(read: GapReader, { path, jobs, ...table }: Table): Target[] {
  if (jobs.length > maxJobs)
    read.report({
      reason: "error",
      detail: `${path}: only the first ${maxJobs} jobs are reported`,
    });
  return jobs.slice(0, maxJobs).flatMap(({ command, username, awaits, ...job }) => {
    const barred = table.barred ?? job.barred;
    const line = command.replace(/(?<!\\)%[\s\S]*$/, ""); // the rest is the command's input
    const common = {
      purpose: "cron_job" as const,
      source: path,
      run_as: username,
      enabled: barred === null ? table.enabled : 0,
      barred,
      awaits,
      detail: command,
    };
    return [
      ...pathsAndScripts(read, line, cronPath).map(({ path: target, executed }) => ({
        ...common,
        target,
        executed: Number(executed),
      })),
      ...wildcardFolders(line).map((target) => ({ ...common, target })),
    ];
  });
}
