/**
 * Why a rule with these options gives nothing at this time: NOTBEFORE and NOTAFTER are
 * yyyymmddHHMMSS in UTC ("Z"), with an offset ("+0200") or in the host's time zone. Minutes and
 * seconds may be left out.
 */
export function timeRefusal(tags: string[], nowMs: number): string | null {
  for (const tag of tags) {
    const [, option, value] = /^(NOTBEFORE|NOTAFTER)=(.*)$/.exec(tag) ?? [];
    const time = value === undefined ? undefined : parseTime(value);
    if (time === undefined) continue;
    if (option === "NOTBEFORE" && nowMs < time) return `it is not valid before ${day(time)}`;
    if (option === "NOTAFTER" && nowMs > time) return `it is not valid after ${day(time)}`;
  }
  return null;
}

/** RFC 4517's generalized time; without a zone it is read as UTC, at most half a day off. */
function parseTime(text: string): number | undefined {
  const [, year, month, date, hour, minute = "00", second = "00", sign, zoneHour, zoneMinute] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:\.\d+)?(?:Z|([+-])(\d\d)(\d\d)?)?$/.exec(text) ??
    [];
  if (year === undefined) return undefined;
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute ?? "00"}` : "Z";
  const time = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time) ? undefined : time;
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10);
