import type { CuriosityItem } from "../../contract/curiosity.ts";

/** What follows "every": `24h`, or `weekday at 06:00 Europe/Berlin`. */
export function scheduleText({
  interval,
  calendar,
}: Pick<CuriosityItem, "interval" | "calendar">): string {
  if (!calendar) return interval;
  const { on, at, time_zone = "UTC" } = calendar;
  return `${on} at ${at} ${time_zone}`;
}
