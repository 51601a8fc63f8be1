import type { Delivery } from "../../contract/webhook.ts";
import { deliveryPaint, statusWord } from "../plain/delivery-status.ts";
import { relativeTime } from "../text/relative-time.ts";
import type { Style } from "../text/style.ts";
import { attemptSums } from "./attempt-sums.ts";
import { atLeast, type PanelBody } from "./panel.ts";
import type { DeliveryFacts } from "./top-facts.ts";

export function deliveryPanel(facts: DeliveryFacts, style: Style): PanelBody {
  const { latest } = facts;
  return {
    sums: sumsOf(facts),
    ids: latest.map(({ delivery_id }) => delivery_id),
    table: {
      columns: ["status", "code", "age", "event", "tries", "next try", "url", "subscription"],
      whole: ["status", "age", "next try", "subscription"],
      spare: ["tries", "next try", "url", "subscription"],
      paints: { status: deliveryPaint },
    },
    row: (at) => {
      const delivery = latest[at]!;
      return [
        statusWord(delivery.status),
        codeText(delivery),
        relativeTime(delivery.created_at, style.nowMs),
        delivery.event_type,
        delivery.attempt_count,
        nextTry(delivery, style.nowMs),
        delivery.url,
        delivery.subscription_id,
      ];
    },
    none: "No deliveries.",
    command: "inquest webhooks deliveries",
  };
}

export function deadLetterPanel({ dead, more }: DeliveryFacts, style: Style): PanelBody {
  const replayed = dead.filter(({ replayed_as }) => replayed_as !== null).length;
  const sums = dead.length === 0 ? "none" : atLeast(dead.length, more.dead);
  return {
    sums: replayed > 0 ? `${sums}, ${replayed} of them replayed` : sums,
    ids: dead.map(({ delivery_id }) => delivery_id),
    table: {
      columns: ["age", "code", "event", "url", "error", "replayed", "delivery"],
      whole: ["age", "delivery"],
      spare: ["url", "error", "replayed", "delivery"],
      paints: { code: () => "red" },
    },
    row: (at) => {
      const delivery = dead[at]!;
      return [
        relativeTime(delivery.created_at, style.nowMs),
        codeText(delivery),
        delivery.event_type,
        delivery.url,
        delivery.last_error ?? "",
        delivery.replayed_as === null ? "" : "yes",
        delivery.delivery_id,
      ];
    },
    none: "No dead letters.",
    command: "inquest webhooks deliveries --status dead",
  };
}

function codeText({ last_response_code, last_error }: Delivery) {
  return last_response_code ?? (last_error === null ? "" : "error");
}

function nextTry({ next_attempt_at }: Delivery, nowMs: number): string {
  if (next_attempt_at === null) return "";
  return Date.parse(next_attempt_at) <= nowMs ? "now" : relativeTime(next_attempt_at, nowMs);
}

function sumsOf({ latest, open, more }: DeliveryFacts): string {
  const many = (status: Delivery["status"]) => open.filter((one) => one.status === status).length;
  const attempts = Object.entries(attemptSums(latest)).filter(([, amount]) => amount > 0);
  const waiting = [
    `${atLeast(many("pending"), more.pending)} waiting`,
    `${atLeast(many("retrying"), more.retrying)} retrying`,
  ].join(", ");
  if (attempts.length === 0) return waiting;
  return `${waiting}; attempts: ${attempts.map(([name, amount]) => `${amount} ${name}`).join(", ")}`;
}
