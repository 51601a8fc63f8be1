import { ownValue } from "../../core/own-value.ts";
import { nextRunText } from "../plain/next-run.ts";
import { relativeTime } from "../text/relative-time.ts";
import { count } from "../text/section.ts";
import type { Paint, Style } from "../text/style.ts";
import { atLeast, type PanelBody } from "./panel.ts";
import type { CuriosityFacts } from "./top-facts.ts";

const paints: Record<string, Paint> = { completed: "green", failed: "red", running: "cyan" };

export function curiosityPanel(facts: CuriosityFacts, style: Style): PanelBody {
  const { items } = facts;
  return {
    sums: sumsOf(facts, style),
    ids: items.map(({ id }) => id),
    table: {
      columns: ["due", "last", "question", "every", "ran", "runs", "id"],
      whole: ["due", "last", "id"],
      spare: ["every", "ran", "runs", "id"],
      paints: {
        due: (text) => (text === "paused" ? "yellow" : undefined),
        last: (text) => ownValue(paints, text) ?? "dim",
      },
    },
    row: (at) => {
      const item = items[at]!;
      const { last_status, last_run_at, query, interval, run_count, id } = item;
      const ran = relativeTime(last_run_at, style.nowMs);
      return [nextRunText(item, style), last_status ?? "new", query, interval, ran, run_count, id];
    },
    none: "No scheduled questions.",
    command: "inquest curiosity list",
  };
}

function sumsOf({ items, more }: CuriosityFacts, style: Style): string {
  const [first] = items;
  if (!first) return "no scheduled questions";
  const paused = items.filter(({ next_run_at }) => next_run_at === null).length;
  const failed = items.filter(({ last_status }) => last_status === "failed").length;
  const parts = [
    more ? `${atLeast(items.length, more)} questions` : count(items.length, "question"),
  ];
  if (first.next_run_at !== null) parts.push(`next ${nextRunText(first, style)}`);
  if (paused > 0) parts.push(`${paused} paused`);
  if (failed > 0) parts.push(`${failed} failed last`);
  return parts.join(", ");
}
