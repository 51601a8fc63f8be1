import type { CronJob } from "../../parsers/crontab-line.ts";

/** In a leap year. */
const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Whether any date fits a job's time. Only days that its months lack make none fit: `0 0 30 2 *`. If
 * the day of the week is restricted too, one of both days is enough.
 */
export function isPossible({ event, day_of_month, month, day_of_week }: CronJob): boolean {
  if (event !== "" || day_of_week !== "*") return true;
  const months = daysOf.filter((_, index) => isInField(month, { value: index + 1, names }));
  return months.some((days) =>
    Array.from({ length: days }, (_, index) => index + 1).some((value) =>
      isInField(day_of_month, { value }),
    ),
  );
}

/** True for a field that is not understood: cron itself refuses those. */
function isInField(
  field: string,
  { value, names = [] }: { value: number; names?: string[] },
): boolean {
  return field.split(",").some((item) => {
    const [, from, to, step] =
      /^(\*|\d+|[a-z]{3})(?:[-~](\d+|[a-z]{3}))?(?:\/(\d+))?$/i.exec(item) ?? [];
    if (from === undefined) return true;
    const numberOf = (text: string) => names.indexOf(text.toLowerCase()) + 1 || Number(text);
    const first = from === "*" ? 1 : numberOf(from);
    const last = from === "*" ? 31 : numberOf(to ?? (step ? "31" : from));
    return value >= first && value <= last && (value - first) % Number(step ?? 1) === 0;
  });
}
