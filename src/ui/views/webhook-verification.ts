import type { SignatureCheck, WebhookVerification } from "../../contract/webhook-verification.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { blocks, indent, narrower, paragraphs } from "../text/section.ts";
import { paint } from "../text/style.ts";
import type { Style, View } from "./view.ts";

/** One line per signature, its problem below, and the outcome last. */
export const webhookVerificationView: View<WebhookVerification> = {
  plain: (result, style) =>
    blocks(
      result.checks.flatMap((check) => checkLines(check, style)),
      paragraphs(outcome(result), style),
    ),
};

function checkLines({ ok, header, signed_at, age_seconds, message }: SignatureCheck, style: Style) {
  const mark = ok ? paint(style, "green", "ok    ") : paint(style, "red", "failed");
  const age = age_seconds ?? 0;
  const distance = age < 0 ? `${-age} s ahead` : `${age} s ago`;
  const when = signed_at === null ? "" : `  signed ${signed_at}, ${distance}`;
  return [
    `${mark}  ${header.padEnd(19)}${when}`,
    ...(message === null ? [] : indent(paragraphs(message, narrower(style, 8)), " ".repeat(8))),
  ];
}

function outcome({ ok, event_id, event_type }: WebhookVerification): string {
  if (!ok) return "Not verified.";
  return event_id === null
    ? "Verified, but the body is not an event."
    : `Verified: ${escapeControl(`${event_type} ${event_id}`)}`;
}
