/** A line of a crontab: see crontab(5). */
export interface CronJob {
  /** "@daily", "@reboot"…; "" for a job with five time fields. */
  event: string;
  minute: string;
  hour: string;
  day_of_month: string;
  month: string;
  day_of_week: string;
  /** The account it runs as, where the file names one. */
  username: string | undefined;
  command: string;
}

/**
 * Jobs of a crontab; with `hasUser` each command is preceded by a user name. Settings and comments
 * are skipped.
 */
export function parseCrontab(text: string, hasUser: boolean): CronJob[] {
  return entriesOf(text).flatMap((line) => jobOf(line, hasUser) ?? []);
}

/**
 * Whether a line is neither a setting nor a job: too few fields, a number out of its range, or an
 * account that is none of `accounts` (undefined: the lines name none).
 */
export function crontabErrors(text: string, accounts: ReadonlySet<string> | undefined): boolean {
  return entriesOf(text).some((line) => {
    const job = jobOf(line, accounts !== undefined);
    return !job || !isInRange(job) || (accounts && !accounts.has(job.username!));
  });
}

/** Lines without settings and comments. */
const entriesOf = (text: string): string[] =>
  text
    .split("\n")
    // The end of a line of Windows is part of the command.
    .map((line) => line.replace(/^\s+|[^\S\r]+$/g, ""))
    .filter((line) => line !== "" && !line.startsWith("#") && !isSetting(line));

function jobOf(line: string, hasUser: boolean): CronJob | undefined {
  const timed = timeOf(line);
  if (!timed) return undefined;
  const { fields, rest } = timed;
  const [, username, command] = hasUser
    ? (/^(\S+)\s+(.+)$/s.exec(rest) ?? [])
    : ["", undefined, rest];
  return command ? { ...fields, username, command } : undefined;
}

const largest = { minute: 59, hour: 23, day_of_month: 31, month: 12, day_of_week: 7 };

const isInRange = (job: CronJob): boolean =>
  Object.entries(largest).every(([field, most]) =>
    (job[field as keyof typeof largest].match(/(?<![\d/])\d+/g) ?? []).every(
      (n) => Number(n) <= most,
    ),
  );

/** NAME=value; the name may be quoted. */
const isSetting = (line: string) => /^(?:"[^"]*"|'[^']*'|[A-Za-z_]\w*)\s*=/.test(line);

const noTimes = { minute: "", hour: "", day_of_month: "", month: "", day_of_week: "" };

function timeOf(line: string) {
  const [, event, afterEvent] = /^(@[A-Za-z]+)\s+(.+)$/s.exec(line) ?? [];
  if (event && afterEvent) return { fields: { event, ...noTimes }, rest: afterEvent };
  const found = /^-?(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(.+)$/s.exec(line);
  if (!found) return undefined;
  const [, minute, hour, day_of_month, month, day_of_week, rest] = found as unknown as string[];
  if (![minute, hour, day_of_month, month, day_of_week].every((field) => isField(field!)))
    return undefined;
  const fields = { event: "", minute, hour, day_of_month, month, day_of_week };
  return { fields: fields as Omit<CronJob, "username" | "command">, rest: rest! };
}

/** Numbers, names, ranges, lists and steps; "~" is a random choice within a range. */
const isField = (text: string) => /^[\d*A-Za-z,/~-]+$/.test(text);

/** Jobs of /etc/anacrontab: "period delay name command", the period in days or "@monthly". */
export function parseAnacrontab(text: string): CronJob[] {
  return text.split("\n").flatMap((line) => {
    const found = /^\s*(@?\w+)\s+(\d+)\s+(\S+)\s+(.+)$/s.exec(line);
    if (!found || isSetting(line.trim())) return [];
    const [, period = "", , , command = ""] = found;
    const event = period.startsWith("@") ? period : `@every ${period}d`;
    return [{ event, ...noTimes, username: "root", command: command.trim() }];
  });
}
