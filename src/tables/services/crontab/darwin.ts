import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { listOptional, readOptional } from "../../host/read-optional.ts";
import type { Collected } from "../../model/table.ts";
import { parseCrontab } from "../../parsers/crontab-line.ts";

const userFolder = "/usr/lib/cron/tabs";

/** The system's crontab, and the users' own, which only root may list. */
export function collectDarwin(host: Host): Collected {
  const gaps: Gap[] = [];
  const system = parseCrontab(readOptional(host, "/etc/crontab", gaps) ?? "", true);
  const own = listOptional(host, userFolder, gaps)
    .filter((name) => !name.startsWith("."))
    .flatMap((username) => {
      const path = `${userFolder}/${username}`;
      const jobs = parseCrontab(readOptional(host, path, gaps) ?? "", false);
      return jobs.map((job) => ({ ...job, username, path }));
    });
  return { rows: [...system.map((job) => ({ ...job, path: "/etc/crontab" })), ...own], gaps };
}
