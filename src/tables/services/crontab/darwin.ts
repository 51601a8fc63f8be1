import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { parseCrontab } from "../../parsers/crontab-line.ts";
import { rowOfJob } from "./row-of-job.ts";

const userFolder = "/usr/lib/cron/tabs";

/** The system crontab, and users' crontabs, which only root can list. */
export function collectDarwin(host: Host): Collected {
  const read = gapReader(host);
  const system = parseCrontab(read.text("/etc/crontab") ?? "", true);
  const own = read
    .list(userFolder)
    .filter((name) => !name.startsWith("."))
    .flatMap((username) => {
      const path = `${userFolder}/${username}`;
      const jobs = parseCrontab(read.text(path) ?? "", false);
      return jobs.map((job) => rowOfJob({ ...job, username }, { path, named: false }));
    });
  return {
    rows: [...system.map((job) => rowOfJob(job, { path: "/etc/crontab", named: true })), ...own],
    gaps: read.gaps,
  };
}
