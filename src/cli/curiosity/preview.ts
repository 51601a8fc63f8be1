import { upcomingRuns } from "../../compose/offline/run-times.ts";
import { everyAgent } from "../../contract/common.ts";
import type { CreateCuriosityItem } from "../../contract/curiosity.ts";
import type { Reading } from "../../contract/reading.ts";
import { parseDuration } from "../../core/duration.ts";
import { scopeText } from "../../ui/plain/scope-text.ts";
import { type Fact, factLines } from "../../ui/text/facts.ts";
import { relativeTime } from "../../ui/text/relative-time.ts";
import { percent } from "../../ui/text/section.ts";
import type { Style } from "../../ui/text/style.ts";

const timesShown = 3;

/** A preview of an item: how the question is read, which hosts are queried, and when. */
export function previewLines(
  request: CreateCuriosityItem,
  reading: Reading | null,
  style: Style,
): string[] {
  return factLines(
    [
      ["read as", reading ? `${reading.text} (${percent(reading.confidence)} sure)` : unchecked],
      ["asks", `${scopeText(request.scope ?? everyAgent)}`],
      ...timesOf(request, style),
    ],
    style,
  );
}

const unchecked = "unknown: this server doesn't explain how it reads questions";

function timesOf(
  { interval, calendar, first_run_at, active }: CreateCuriosityItem,
  { nowMs }: Style,
) {
  const firstMs = first_run_at === undefined ? nowMs : Date.parse(first_run_at);
  const recurrence = { firstMs, intervalMs: parseDuration(interval)!, calendar };
  const times = upcomingRuns(recurrence, nowMs, timesShown);
  const facts = times.filter(isDate).map((ms, at): Fact => {
    const iso = new Date(ms).toISOString();
    const when = ms <= nowMs ? "at once" : relativeTime(iso, nowMs);
    return [at === 0 ? "runs" : "", `${iso}  ${when}`];
  });
  const paused: Fact = ["", "paused: nothing runs until it is resumed"];
  return active === false ? [...facts, paused] : facts;
}

/** An interval may be too long for any calendar; the server refuses that one. */
const isDate = (ms: number) => Number.isFinite(new Date(ms).getTime());
