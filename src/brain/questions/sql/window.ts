/** A stretch of time in Unix seconds; an open end is null. */
export interface Period {
  from: number | null;
  to: number | null;
}

const unitSeconds: Record<string, number> = { m: 60, h: 3600, d: 86_400, w: 604_800 };
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Midnight of the local day `days` before that of `now`. */
function midnight(now: number, days: number): Date {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days);
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
const sinceMonday = (now: number) => (new Date(now).getDay() + 6) % 7;

function monthStart(now: number, back: number): Date {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth() - back, 1);
}

function named(window: string, now: number): Period | null {
  const day = (days: number) => seconds(midnight(now, days));
  const monday = sinceMonday(now);
  switch (window) {
    case "today":
      return { from: day(0), to: null };
    case "yesterday":
      return { from: day(1), to: day(0) };
    case "this_week":
      return { from: day(monday), to: null };
    case "last_week":
      return { from: day(monday + 7), to: day(monday) };
    case "this_month":
      return { from: seconds(monthStart(now, 0)), to: null };
    case "last_month":
      return { from: seconds(monthStart(now, 1)), to: seconds(monthStart(now, 0)) };
    case "weekend": {
      const saturday = (new Date(now).getDay() + 1) % 7;
      return { from: day(saturday), to: day(saturday - 2) };
    }
    case "overnight":
      return { from: day(1) + 18 * 3600, to: day(0) + 8 * 3600 };
    default:
      return oneDay(window, now);
  }
}

/** A weekday is its latest one before today; a date is that day. */
function oneDay(window: string, now: number): Period | null {
  const begins = since(window, now)?.from;
  if (begins === null || begins === undefined) return null;
  const first = new Date(begins * 1000);
  const next = new Date(first.getFullYear(), first.getMonth(), first.getDate() + 1);
  return { from: begins, to: seconds(next) };
}

function since(text: string, now: number): Period | null {
  if (text === "midnight") return { from: seconds(midnight(now, 0)), to: null };
  if (text === "yesterday") return { from: seconds(midnight(now, 1)), to: null };
  const weekday = weekdays.indexOf(text);
  if (weekday >= 0) {
    const back = (new Date(now).getDay() - weekday + 7) % 7 || 7;
    return { from: seconds(midnight(now, back)), to: null };
  }
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!date) return null;
  return {
    from: seconds(new Date(Number(date[1]), Number(date[2]) - 1, Number(date[3]))),
    to: null,
  };
}

/** `yesterday 09:00/12:00`: only those hours of the day. */
function withClock(period: Period, range: string): Period {
  const [from, to] = range.split("/").map((clock) => {
    const [hours = 0, minutes = 0] = clock.split(":").map(Number);
    return hours * 3600 + minutes * 60;
  });
  const start = period.from ?? 0;
  return { from: start + (from ?? 0), to: start + (to ?? 86_400) };
}

/** The period a window stands for at `now`; null for `since:boot`, which only the host knows. */
export function periodOf(window: string, now: number): Period | null {
  const length = /^([>+]?)(\d+)([mhdw])$/.exec(window);
  if (length) {
    const span = Number(length[2]) * (unitSeconds[length[3] ?? "d"] ?? 0);
    const at = Math.floor(now / 1000);
    if (length[1] === ">") return { from: null, to: at - span };
    return length[1] === "+" ? { from: at, to: at + span } : { from: at - span, to: null };
  }
  if (window.startsWith("since:")) return since(window.slice("since:".length), now);
  const [name = "", range] = window.split(" ");
  const period = named(name, now);
  return period && range ? withClock(period, range) : period;
}
