import { readAccounts } from "../../accounts/local-accounts.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { type CronJob, parseAnacrontab, parseCrontab } from "../../parsers/crontab-line.ts";
import { cronNames } from "./cron-names.ts";
import { isPossible } from "./is-possible.ts";
import { rowOfJob } from "./row-of-job.ts";
import { tableRefusal } from "./table-refusal.ts";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const rows = [
    ...systemJobs(read),
    ...userJobs(read),
    ...anacronJobs(read),
    ...periods.flatMap((period) => periodicScripts(read, period)),
  ];
  return { rows, gaps: read.gaps };
}

function systemJobs(read: GapReader): Row[] {
  const dropIns = read
    .list("/etc/cron.d")
    .filter(cronNames(read.host).isTable)
    .map((name) => `/etc/cron.d/${name}`);
  return ["/etc/crontab", ...dropIns].flatMap((path) =>
    rowsOf(read, path, { named: true, parse: (text) => parseCrontab(text, true) }),
  );
}

/**
 * Debian stores users' crontabs in the first folder, Red Hat in the second; the file name is the
 * user's.
 */
function userJobs(read: GapReader): Row[] {
  const known = new Set(readAccounts(read.host).map(({ name }) => name));
  return ["/var/spool/cron/crontabs", "/var/spool/cron"].flatMap((folder) =>
    read
      .list(folder)
      .filter((name) => known.has(name))
      .flatMap((username) => {
        const parse = (text: string) =>
          parseCrontab(text, false).map((job) => ({ ...job, username }));
        return rowsOf(read, `${folder}/${username}`, { named: false, parse });
      }),
  );
}

function anacronJobs(read: GapReader): Row[] {
  const path = "/etc/anacrontab";
  return parseAnacrontab(read.text(path) ?? "").map((job) => ({
    ...rowOfJob(job, { path, named: false }),
    ...isRun,
  }));
}

const isRun = { enabled: 1, is_read: 1, barred: null };

const periods = ["hourly", "daily", "weekly", "monthly"];

/** run-parts runs the executables there as root. */
function periodicScripts(read: GapReader, period: string): Row[] {
  const folder = `/etc/cron.${period}`;
  return read
    .list(folder)
    .filter(cronNames(read.host).isScript)
    .map((name) => `${folder}/${name}`)
    .filter((path) => isExecutable(read.host, path))
    .map((path) => ({
      event: `@${period}`,
      minute: "",
      hour: "",
      day_of_month: "",
      month: "",
      day_of_week: "",
      command: path,
      job_command: path,
      path,
      username: "root",
      ...isRun,
    }));
}

function isExecutable(host: Host, path: string): boolean {
  try {
    const stats = host.stat(path);
    return stats.isFile() && (stats.mode & 0o111) !== 0;
  } catch {
    return false; // dangling links are not run
  }
}

interface CrontabFormat {
  /** Whether each job names its account. */
  named: boolean;
  parse(text: string): CronJob[];
}

function rowsOf(read: GapReader, path: string, { named, parse }: CrontabFormat): Row[] {
  const text = read.text(path) ?? "";
  const refusal = tableRefusal(read.host, path, text);
  return parse(text).map((job) => {
    const barred = refusal ?? (isPossible(job) ? null : "no date fits its time");
    const state = { enabled: Number(barred === null), is_read: Number(refusal === null), barred };
    return { ...rowOfJob(job, { path, named }), ...state };
  });
}
