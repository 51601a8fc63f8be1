import type { CronEnvironment } from "./cron-environments.ts";

/** A crontab, or a folder whose scripts cron runs. */
export interface Table {
  path: string;
  /** Why cron does not read it. */
  refusal: string | null;
  enabled: number | null;
  barred: string | null;
  jobs: Job[];
  environments: CronEnvironment[];
}

export interface Job {
  command: string;
  username: string;
  /** Why this job alone never runs. */
  barred: string | null;
  awaits: string | null;
}
