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

/** Where cron looks for programs unless a table sets PATH. */
const cronPath = ["/usr/bin", "/bin"];

/** Whoever can put a script there has root run it. */
const periodFolders = ["hourly", "daily", "weekly", "monthly"].map((name) => `/etc/cron.${name}`);

/** Of one table: anybody may write a long one. */
const maxJobs = 5_000;

interface Table {
  path: string;
  enabled: number | null;
  jobs: { command: string; username: string }[];
}

/** What cron jobs run, the tables that name them, and the folders of their PATH. */
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
    const [path, command, username] = [row.path, row.command, row.username].map(String);
    const jobs = tables.get(path!) ?? [];
    jobs.push({ command: command!, username: username! });
    tables.set(path!, jobs);
  }
  return [...tables].map(([path, jobs]) => ({ path, jobs }));
}

const isScript = (path: string) => /^\/etc\/cron\.(hourly|daily|weekly|monthly)\//.test(path);

/**
 * Cron and cronie pass over a table that somebody else could have written: one that the group or
 * others may write, or whose owner is neither root nor, below /var/spool, the account itself.
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
  // a user's own table can only give jobs of that user
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
    read.report({ reason: "error", detail: `${path}: only its first ${maxJobs} jobs are told` });
  return jobs.slice(0, maxJobs).flatMap(({ command, username }) => {
    const line = command.replace(/(?<!\\)%[\s\S]*$/, ""); // the rest is what the command reads
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
