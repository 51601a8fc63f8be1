import type { GapReader } from "../../../../host/gap-reader.ts";
import { isProgram } from "../../../../host/is-program.ts";
import type { Row } from "../../../../model/table.ts";
import { parseCrontab } from "../../../../parsers/crontab-line.ts";
import { cronNames } from "../../../../services/crontab/cron-names.ts";
import { tableRefusal } from "../../../../services/crontab/table-refusal.ts";

/** A job as in the crontab table, as far as targets need it. */
type UnusedJob = Pick<Row, "path" | "job_command" | "username" | "is_read" | "barred" | "event">;

const periods = ["hourly", "daily", "weekly", "monthly"];

/**
 * Jobs that cron would run but for one thing: the name of their file, or that their line is
 * commented out.
 */
export function unusedJobs(read: GapReader): UnusedJob[] {
  const { isTable, isScript } = cronNames(read.host);
  const dropIns = read.list("/etc/cron.d").filter((name) => !name.startsWith("."));
  const tables = ["/etc/crontab", ...dropIns.filter(isTable).map((name) => `/etc/cron.d/${name}`)];
  return [
    ...tables.flatMap((path) => commentedOut(read, path)),
    ...dropIns
      .filter((name) => !isTable(name))
      .flatMap((name) => passedOver(read, `/etc/cron.d/${name}`)),
    ...periods.flatMap((period) =>
      read
        .list(`/etc/cron.${period}`)
        .filter((name) => !name.startsWith(".") && !isScript(name))
        .map((name) => `/etc/cron.${period}/${name}`)
        .filter((path) => isProgram(read.host, path))
        .map((path) => ({
          path,
          job_command: path,
          username: "root",
          event: `@${period}`,
          is_read: 1,
          barred: "run-parts passes over its name",
        })),
    ),
  ];
}

function commentedOut(read: GapReader, path: string): UnusedJob[] {
  const text = read.text(path) ?? "";
  const lines = [...text.matchAll(/^\s*#+(.*)$/gm)].map(([, line]) => line).join("\n");
  const refusal = tableRefusal(read.host, path, text);
  const barred = refusal ?? "its line is commented out";
  return jobsOf(lines, { path, is_read: Number(refusal === null), barred });
}

function passedOver(read: GapReader, path: string): UnusedJob[] {
  const text = read.text(path) ?? "";
  // Cron would refuse it under another name too.
  if (tableRefusal(read.host, path, text) !== null) return [];
  return jobsOf(text, { path, is_read: 0, barred: `cron passes over the name of ${path}` });
}

const jobsOf = (text: string, table: Pick<UnusedJob, "path" | "is_read" | "barred">): UnusedJob[] =>
  parseCrontab(text, true).map(({ command, username = "", event }) => ({
    ...table,
    job_command: command,
    username,
    event,
  }));
