import type { Row } from "../../model/table.ts";
import type { CronJob } from "../../parsers/crontab-line.ts";

/** A job's row; `named` says that its line names the account. */
export function rowOfJob(job: CronJob, { path, named }: { path: string; named: boolean }): Row {
  const line = named ? `${job.username} ${job.command}` : job.command;
  // osquery joins the words of a line by single blanks.
  return { ...job, path, command: line.split(/[ \t]+/).join(" "), job_command: job.command };
}
