import { basename } from "node:path/posix";
import { readAccounts } from "../../../accounts/local-accounts.ts";
import type { GapReader } from "../../../host/gap-reader.ts";
import type { Host } from "../../../host/port.ts";
import type { Row } from "../../../model/table.ts";
import { crontab } from "../../../services/crontab/table.ts";
import { commandPaths, wildcardFolders } from "./command-paths.ts";
import { type CronDaemon, findCronDaemon } from "./cron-daemon.ts";
import { pathTargets, pathValues } from "./path-variable.ts";
import type { Target } from "./target.ts";

/** cron's default PATH. */
const cronPath = ["/usr/bin", "/bin"];

/** Root runs every script in these folders. */
const periodFolders = ["hourly", "daily", "weekly", "monthly"].map((name) => `/etc/cron.${name}`);

/** Per crontab: any user may write a long one. */
const maxJobs = 5_000;

interface Table {
  path: string;
  enabled: number | null;
  jobs: { command: string; username: string }[];
}

/** Programs that cron jobs run, their crontabs, and the folders of their PATH. */
export async function findCronTargets(read: GapReader): Promise<Target[]> {
  const { rows, gaps: unseen } = await crontab.collect(read.host);
  read.report(...unseen);
  const daemon = findCronDaemon(read);
  const tables = tablesOf(rows).map((table) => ({
    ...table,
    enabled: isRun(read.host, table, daemon),
  }));
  const folders = periodFolders
    .filter((path) => read.host.exists(path))
    .map((path) => ({ path, enabled: daemon.periods, jobs: [] }));
  return [
    ...folders.map((folder) => tableTarget(folder, "root")),
    ...tables.filter(({ path }) => !isScript(path)).flatMap((table) => ownTargets(read, table)),
    ...tables.flatMap((table) => jobTargets(read, table)),
  ];
}

function tablesOf(rows: Row[]): Omit<Table, "enabled">[] {
  const tables = new Map<string, Table["jobs"]>();
  for (const row of rows) {
    const [path, command, username] = [row.path, row.job_command, row.username].map(String);
    const jobs = tables.get(path!) ?? [];
    jobs.push({ command: command!, username: username! });
    tables.set(path!, jobs);
  }
  return [...tables].map(([path, jobs]) => ({ path, jobs }));
}

const isScript = (path: string) => /^\/etc\/cron\.(hourly|daily|weekly|monthly)\//.test(path);

/**
 * Cron and cronie ignore a crontab that someone else could have written: one writable by its group
 * or others, or not owned by root or, below /var/spool, by the account itself.
 */
function isRun(host: Host, { path }: Omit<Table, "enabled">, daemon: CronDaemon): number | null {
  if (isScript(path) || path === "/etc/anacrontab") return daemon.periods;
  try {
    const { mode, uid } = host.stat(path);
    const isOwn = path.startsWith("/var/spool/") && uid === idOf(host, basename(path));
    return (mode & 0o022) !== 0 || (uid !== 0 && !isOwn) ? 0 : daemon.tables;
  } catch {
    return daemon.tables;
  }
}

const idOf = (host: Host, username: string) =>
  readAccounts(host).find(({ name }) => name === username)?.uid;

function ownTargets(read: GapReader, table: Table): Target[] {
  const { path: source, enabled } = table;
  const accounts = [...new Set(table.jobs.map(({ username }) => username))];
  // a user's own crontab can only define jobs of that user
  const owner = source.startsWith("/var/spool/") ? basename(source) : "root";
  const values = pathValues(read.text(source) ?? "");
  return [
    tableTarget(table, owner),
    ...accounts.flatMap((run_as) =>
      values.flatMap((value) => pathTargets(value, { source, run_as, enabled })),
    ),
  ];
}

const tableTarget = ({ path, enabled }: Table, run_as: string): Target => ({
  purpose: "cron_table",
  source: path,
  run_as,
  enabled,
  detail: "",
  target: path,
});

function jobTargets(read: GapReader, { path, jobs, enabled }: Table): Target[] {
  if (jobs.length > maxJobs)
    read.report({
      reason: "error",
      detail: `${path}: only the first ${maxJobs} jobs are reported`,
    });
  return jobs.slice(0, maxJobs).flatMap(({ command, username }) => {
    const line = command.replace(/(?<!\\)%[\s\S]*$/, ""); // the rest is the command's input
    const paths = [...commandPaths(read.host, line, cronPath), ...wildcardFolders(line)];
    return paths.map((target) => ({
      purpose: "cron_job" as const,
      source: path,
      run_as: username,
      enabled,
      detail: command,
      target,
    }));
  });
}
