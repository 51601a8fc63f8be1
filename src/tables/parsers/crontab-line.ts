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
  return text.split("\n").flatMap((line) => {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#") || isSetting(trimmed)) return [];
    const timed = timeOf(trimmed);
    if (!timed) return [];
    const { fields, rest } = timed;
    const [, username, command] = hasUser
      ? (/^(\S+)\s+(.+)$/s.exec(rest) ?? [])
      : ["", undefined, rest];
    return command ? [{ ...fields, username, command }] : [];
  });
}

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
