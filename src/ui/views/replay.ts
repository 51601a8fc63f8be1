import type { EventType } from "../../contract/event.ts";
import type { DeliveryStatus } from "../../contract/webhook.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { relativeTime } from "../text/relative-time.ts";
import { blocks, count, paragraphs } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { Style, View } from "./view.ts";

/** A delivery that is to be replayed. */
export interface Replayable {
  delivery_id: string;
  subscription_id: string;
  event_type: EventType;
  created_at: string;
}

/** The known outcome of a replay; pending before its first attempt. */
export interface Replayed {
  delivery_id: string;
  replay_of: string;
  subscription_id: string;
  status: DeliveryStatus;
  response_code: number | null;
  error: string | null;
}

export interface ReplayReport {
  matched: number;
  replayed: Replayed[];
  /** Subscriptions whose probe was not delivered; their other deliveries are skipped. */
  left_alone: {
    subscription_id: string;
    deliveries: number;
    response_code: number | null;
    error: string | null;
  }[];
  /** Deliveries that the server refused to replay. */
  refused: { delivery_id: string; subscription_id: string; error: string }[];
}

const noneMatch = "No matching dead letters left to replay.";

/** A summary of what would be replayed. */
export const replayPlanView: View<Replayable[]> = {
  json: (letters) => ({
    matched: letters.length,
    by_subscription: tally(letters, "subscription_id"),
    by_event_type: tally(letters, "event_type"),
    oldest: letters[0]?.created_at ?? null,
    newest: letters.at(-1)?.created_at ?? null,
  }),
  plain: (letters, style) => {
    const [oldest, newest] = [letters[0], letters.at(-1)];
    if (!oldest || !newest) return [noneMatch];
    const span = `the oldest ${relativeTime(oldest.created_at, style.nowMs)}, the newest ${relativeTime(newest.created_at, style.nowMs)}`;
    return blocks(
      paragraphs(`${count(letters.length, "dead letter")} to replay, ${span}.`, style),
      tallyTable(letters, "subscription_id", "subscription", style),
      tallyTable(letters, "event_type", "event", style),
    );
  },
};

/** The outcome of a bulk replay, with the ids of failed ones. */
export const replayReportView: View<ReplayReport> = {
  json: (report) => ({ ...countsOf(report), ...report }),
  plain: (report, style) => {
    if (report.matched === 0) return [noneMatch];
    const { delivered, retrying, failed, pending } = countsOf(report);
    const parts = [
      `${delivered} delivered`,
      ...(retrying > 0 ? [`${retrying} retrying`] : []),
      ...(pending > 0 ? [`${pending} not attempted yet`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ];
    const sum = `${report.replayed.length} of ${report.matched} replayed: ${parts.join(", ")}.`;
    return blocks(
      paragraphs(sum, style),
      failedTable(report, style),
      report.left_alone.flatMap((one) => leftAloneLines(one, style)),
    );
  },
};

export function countsOf({ matched, replayed, refused }: ReplayReport) {
  const many = (status: DeliveryStatus) => replayed.filter((one) => one.status === status).length;
  return {
    delivered: many("delivered"),
    retrying: many("retrying"),
    pending: many("pending"),
    failed: many("failed_permanent") + refused.length,
    not_replayed: matched - replayed.length - refused.length,
  };
}

/** `500`, or why there was no response. */
export function answerText({
  response_code,
  error,
}: Pick<Replayed, "response_code" | "error">): string {
  return response_code === null ? (error ?? "no attempt yet") : String(response_code);
}

function tally<T extends Replayable>(letters: T[], field: keyof Replayable) {
  const counts: Record<string, number> = {};
  for (const letter of letters) counts[letter[field]] = (counts[letter[field]] ?? 0) + 1;
  return counts;
}

function tallyTable(
  letters: Replayable[],
  field: "subscription_id" | "event_type",
  name: string,
  style: Style,
): string[] {
  const rows = Object.entries(tally(letters, field)).sort(([, a], [, b]) => b - a);
  return renderTable(
    { columns: [name, "dead letters"], rows, whole: [name] },
    { ...style, columns: undefined },
  );
}

function failedTable({ replayed, refused }: ReplayReport, style: Style): string[] {
  const rows = [
    ...replayed
      .filter(({ status }) => status === "failed_permanent")
      .map((one) => [one.delivery_id, one.replay_of, answerText(one)]),
    ...refused.map(({ delivery_id, error }) => ["", delivery_id, error]),
  ];
  if (rows.length === 0) return [];
  const columns = ["failed", "replay of", "answer"];
  return renderTable(
    { columns, rows, whole: ["failed", "replay of"] },
    { ...style, columns: undefined },
  );
}

function leftAloneLines(one: ReplayReport["left_alone"][number], style: Style): string[] {
  const why = `the oldest dead letter failed again (${answerText(one)})`;
  const rest = one.deliveries > 0 ? `${one.deliveries} more were skipped` : "no others to replay";
  return paragraphs(`${one.subscription_id}: ${why}; ${rest}.`, style).map((line) =>
    paint(style, "yellow", escapeControl(line)),
  );
}
