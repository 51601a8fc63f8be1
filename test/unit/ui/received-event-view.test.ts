import { expect, test } from "vitest";
import { type ReceivedEvent, receivedEventView } from "../../../src/ui/views/received-event.ts";
import { deliveredOf } from "../../helpers/delivery.ts";

const style = { width: 80, colour: false, maxRows: 30, nowMs: 0 };
const event = {
  ...deliveredOf(1).event,
  data: { finding: { hostname: "web-1", title: "Root can log in" } },
};
const verified: ReceivedEvent = {
  received_at: "2026-11-01T08:00:00.000Z",
  delivery_id: "dlv_1.1",
  event_type: "finding.discovered",
  verified: true,
  reason: null,
  answered: 200,
  forwarded: null,
  event,
};
const line = (received: ReceivedEvent) => receivedEventView.plain(received, style)[0];

test("an event is a line with its response and what it is about", () => {
  expect(line(verified)).toBe(
    "2026-11-01T08:00:00.000Z  ✓ verified  finding.discovered       → 200  web-1: Root can log in  dlv_1.1",
  );
});

test("a forwarded event has the response of the application, or why there was none", () => {
  const answered = { status: 500, error: null, duration_ms: 12 };
  expect(line({ ...verified, answered: 500, forwarded: answered })).toContain(
    "→ 500 in 12 ms  web",
  );
  const refused = { status: null, error: "connection refused", duration_ms: 2 };
  expect(line({ ...verified, answered: 502, forwarded: refused })).toContain(
    "→ 502 (no response: connection refused) in 2 ms  web",
  );
});

test("a delivery that is not verified has the reason, escaped", () => {
  const reason = "bad\u001b[2J";
  expect(
    line({ ...verified, verified: false, reason, answered: 401, delivery_id: null, event: null }),
  ).toMatch(/✗ refused {3}finding\.discovered +→ 401 {2}bad\\x1b\[2J {2}\?$/);
});
