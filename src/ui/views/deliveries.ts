import { isFinal } from "../../contract/enums.ts";
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryPage,
  QueuedDelivery,
} from "../../contract/webhook.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { deliveryPaint, paintDelivery, statusWord } from "../plain/delivery-status.ts";
import { durationText } from "../text/duration-text.ts";
import { type Fact, factLines } from "../text/facts.ts";
import { relativeTime } from "../text/relative-time.ts";
import { blocks, count, indent, narrower, paragraphs } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { Style, View } from "./view.ts";

const noneYet =
  "No deliveries yet. Each matching event creates one. Send a test event: inquest webhooks test ID";

/** Deliveries, newest first, all or filtered. */
export const deliveryListView = (isFiltered: boolean): View<DeliveryPage> => ({
  plain: ({ deliveries, next_cursor }, style) => {
    if (deliveries.length === 0)
      return paragraphs(isFiltered ? "No deliveries match." : noneYet, style);
    return [
      ...renderTable(deliveryTable(deliveries, style), style),
      ...(next_cursor === null
        ? []
        : [paint(style, "dim", "There are more: use --all or a higher --limit.")]),
    ];
  },
});

/** One delivery with all its details. */
export const deliveryView: View<Delivery> = {
  plain: (delivery, style) =>
    blocks(
      [
        paint(style, "bold", escapeControl(delivery.delivery_id)),
        ...factLines(factsOf(delivery, style), style),
      ],
      attemptLines(delivery.attempts, style),
      bodyLines(delivery.last_response_body, style),
      eventLines(delivery, style),
    ),
};

/** A delivery that was queued by a test or a replay. */
export const queuedDeliveryView: View<QueuedDelivery> = {
  plain: ({ delivery_id, subscription_id }) => {
    const id = escapeControl(delivery_id);
    if (id === "")
      return [
        "Queued; the server returned no delivery id.",
        `Check it: inquest webhooks deliveries --subscription ${escapeControl(subscription_id)}`,
      ];
    return [`${id} is queued. Check it: inquest webhooks deliveries ${id}`];
  },
};

/** The outcome of a test. */
export const testedView: View<Delivery> = {
  plain: (delivery, style) => {
    const word = statusWord(delivery.status);
    const described = `${outcomeText(delivery)}${nextText(delivery, style.nowMs)}`;
    const [head = "", ...rest] = paragraphs(described, style);
    return blocks(
      [paintDelivery(style, word, head), ...rest],
      word === "delivered" ? [] : bodyLines(delivery.last_response_body, style),
    );
  },
};

function deliveryTable(deliveries: Delivery[], style: Style) {
  const columns = ["delivery", "status", "code", "event", "created"];
  const spare = ["tries", "next try", "url", "subscription"];
  return {
    columns: [...columns, ...spare],
    rows: deliveries.map((delivery) => [
      delivery.delivery_id,
      statusWord(delivery.status),
      delivery.last_response_code,
      delivery.event_type,
      relativeTime(delivery.created_at, style.nowMs),
      delivery.attempt_count,
      dueText(delivery, style.nowMs),
      delivery.url,
      delivery.subscription_id,
    ]),
    whole: ["delivery", "status"],
    spare,
    paints: { status: deliveryPaint },
  };
}

function dueText({ next_attempt_at }: Delivery, nowMs: number): string {
  if (next_attempt_at === null) return "";
  const inMs = Date.parse(next_attempt_at) - nowMs;
  return inMs < 1_000 ? "now" : relativeTime(next_attempt_at, nowMs);
}

function factsOf(delivery: Delivery, style: Style): Fact[] {
  const { status, attempt_count, event_type, event_id, created_at } = delivery;
  const word = statusWord(status);
  const tried = attempt_count > 0 ? ` after ${count(attempt_count, "attempt")}` : "";
  const links: [string, string | null][] = [
    ["error", delivery.last_error],
    ["replay of", delivery.replay_of],
    ["replayed as", delivery.replayed_as],
  ];
  return [
    ["status", word + tried, (text) => paintDelivery(style, word, text)],
    ...(isFinal(status) ? [] : [["next attempt", dueText(delivery, style.nowMs)] as Fact]),
    ["event", `${event_type} (${event_id})`.trim()],
    ["subscription", delivery.subscription_id],
    ["url", delivery.url],
    ["created", created_at && `${relativeTime(created_at, style.nowMs)} (${created_at})`],
    ...links.flatMap(([name, text]): Fact[] => (text === null ? [] : [[name, text]])),
  ];
}

function attemptLines(attempts: DeliveryAttempt[], style: Style): string[] {
  if (!attempts.some(({ at }) => at !== "")) return [];
  const rows = attempts.map(({ number, at, response_code, duration_ms, error }) => [
    number,
    at,
    response_code,
    durationText(duration_ms),
    error ?? "",
  ]);
  const columns = ["attempt", "at", "code", "took", "error"];
  return renderTable({ columns, rows, whole: ["at", "took"] }, { ...style, columns: undefined });
}

function bodyLines(body: string | null, style: Style): string[] {
  if (body === null || body === "") return [];
  return section("Response", indent(paragraphs(body, narrower(style, 2))), style);
}

/** A server may return only the event's id. */
function eventLines({ event }: Delivery, style: Style): string[] {
  if (!event) return [];
  const lines = JSON.stringify(event, null, 2).split("\n").map(escapeControl);
  return section("Event", indent(lines), style);
}

function section(title: string, lines: string[], style: Style): string[] {
  return [paint(style, "dim", title), ...lines];
}

function outcomeText(delivery: Delivery): string {
  const { status, attempts, last_response_code } = delivery;
  const url = delivery.url || delivery.subscription_id;
  const last = attempts.at(-1);
  const time = last ? durationText(last.duration_ms) : "";
  const took = time && ` in ${time}`;
  if (status === "delivered") return `Delivered: ${url} answered ${last_response_code}${took}.`;
  if (last?.response_code != null)
    return `Not delivered: ${url} answered ${last.response_code}${took}.`;
  return `Not delivered: no response from ${url}${took} (${last?.error ?? "unknown"}).`;
}

function nextText(delivery: Delivery, nowMs: number): string {
  return isFinal(delivery.status) ? "" : ` Next attempt ${dueText(delivery, nowMs)}.`;
}
