import { readAccounts } from "../../accounts/local-accounts.ts";
import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { listOptional, readOptional } from "../../host/read-optional.ts";
import type { Collected, Row } from "../../model/table.ts";
import { type CronJob, parseAnacrontab, parseCrontab } from "../../parsers/crontab-line.ts";

export function collectLinux(host: Host): Collected {
  const gaps: Gap[] = [];
  const rows = [
    ...systemJobs(host, gaps),
    ...userJobs(host, gaps),
    ...anacronJobs(host, gaps),
    ...periods.flatMap((period) => periodicScripts(host, period, gaps)),
  ];
  return { rows, gaps };
}

function systemJobs(host: Host, gaps: Gap[]): Row[] {
  const dropIns = listOptional(host, "/etc/cron.d", gaps)
    .filter(isRunByCron)
    .map((name) => `/etc/cron.d/${name}`);
  return ["/etc/crontab", ...dropIns].flatMap((path) =>
    parseCrontab(readOptional(host, path, gaps) ?? "", true).map((job) => rowOf(job, path)),
  );
}

/** Debian keeps users' crontabs in the first folder, Red Hat in the second; the file's name is the user's. */
function userJobs(host: Host, gaps: Gap[]): Row[] {
  const known = new Set(readAccounts(host).map(({ name }) => name));
  return ["/var/spool/cron/crontabs", "/var/spool/cron"].flatMap((folder) =>
    listOptional(host, folder, gaps)
      .filter((name) => known.has(name))
      .flatMap((username) => {
        const path = `${folder}/${username}`;
        const jobs = parseCrontab(readOptional(host, path, gaps) ?? "", false);
        return jobs.map((job) => rowOf({ ...job, username }, path));
      }),
  );
}

function anacronJobs(host: Host, gaps: Gap[]): Row[] {
  const path = "/etc/anacrontab";
  return parseAnacrontab(readOptional(host, path, gaps) ?? "").map((job) => rowOf(job, path));
}

const periods = ["hourly", "daily", "weekly", "monthly"];

/** run-parts runs, as root, what is executable there. */
function periodicScripts(host: Host, period: string, gaps: Gap[]): Row[] {
  const folder = `/etc/cron.${period}`;
  return listOptional(host, folder, gaps)
    .filter(isRunByCron)
    .map((name) => `${folder}/${name}`)
    .filter((path) => isExecutable(host, path))
    .map((path) => ({
      event: `@${period}`,
      minute: "",
      hour: "",
      day_of_month: "",
      month: "",
      day_of_week: "",
      command: path,
      path,
      username: "root",
    }));
}

function isExecutable(host: Host, path: string): boolean {
  try {
    const stats = host.stat(path);
    return stats.isFile() && (stats.mode & 0o111) !== 0;
  } catch {
    return false; // a link to nothing is not run
  }
}

/** cron and run-parts skip names with a dot or a tilde: what packages and editors leave behind. */
const isRunByCron = (name: string) => /^[\w-]+$/.test(name);

const rowOf = (job: CronJob, path: string): Row => ({ ...job, path });
