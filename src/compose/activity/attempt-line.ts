import type { DeliveryRecord } from "../../store/records.ts";
import type { ActivityLine } from "./line.ts";

/** The outcome of a delivery's last attempt. Only the URL's host is logged: the rest may hold a token. */
export function attemptLine(delivery: DeliveryRecord): ActivityLine {
  const { id: delivery_id, subscription_id, event_type, status, attempts, url } = delivery;
  const last = attempts.at(-1);
  const { host } = new URL(url);
  const fields = {
    event: `delivery.${status}`,
    delivery_id,
    subscription_id,
    event_type,
    attempts: attempts.length,
    response_code: last?.response_code ?? null,
  };
  const what = `${event_type} to ${host}`;
  if (status === "delivered") return { level: "info", fields, text: `Delivered ${what}` };
  const why = last?.response_code ? `HTTP ${last.response_code}` : (last?.error ?? "not sent");
  return {
    level: "warn",
    fields,
    text:
      status === "retrying"
        ? `Delivery of ${what} failed (${why}); attempt ${attempts.length}, another follows`
        : `Dead letter: ${what} failed (${why}). Replay it: inquest webhooks replay ${delivery_id}`,
  };
}
