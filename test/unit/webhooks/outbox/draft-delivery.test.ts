import { expect, test } from "vitest";
import { isId } from "../../../../src/core/ids.ts";
import { activeSecrets, draftDelivery } from "../../../../src/webhooks/outbox/draft-delivery.ts";
import { eventOf, subscriptionRecord } from "../../../helpers/webhooks.ts";

const nowMs = Date.parse("2026-11-01T00:00:00.000Z");
const isoAt = (ms: number) => new Date(ms).toISOString();

test("a delivery copies the current subscription and is due now", () => {
  const event = eventOf();
  const delivery = draftDelivery(event, subscriptionRecord(), { nowMs });
  expect(isId("dlv", delivery.id)).toBe(true);
  expect(delivery).toEqual({
    id: delivery.id,
    account_id: "acc_1",
    event_id: event.event_id,
    event_type: "finding.discovered",
    subscription_id: "sub_1",
    url: "https://receiver.example/hook",
    secrets: ["sealed-1"],
    status: "pending",
    attempts: [],
    last_response_body: null,
    replay_of: null,
    replayed_as: null,
    created_at: "2026-11-01T00:00:00.000Z",
    due_at: nowMs,
    lease: null,
  });
});

test("a replay is a new delivery of the same event", () => {
  const first = draftDelivery(eventOf(), subscriptionRecord(), { nowMs });
  const replay = draftDelivery(first, subscriptionRecord(), { nowMs, replayOf: first.id });
  expect(replay).toEqual({ ...first, id: replay.id, replay_of: first.id });
  expect(replay.id > first.id).toBe(true);
});

test("a replaced secret signs before its expiry, and not at it", () => {
  const secrets = [
    { sealed: "new", until: null },
    { sealed: "old", until: isoAt(nowMs + 1) },
    { sealed: "older", until: isoAt(nowMs) },
    { sealed: "oldest", until: isoAt(nowMs - 1) },
  ];
  expect(activeSecrets(secrets, nowMs)).toEqual(["new", "old"]);
  expect(activeSecrets(secrets, nowMs + 1)).toEqual(["new"]);
  const subscription = subscriptionRecord({ secrets });
  expect(draftDelivery(eventOf(), subscription, { nowMs }).secrets).toEqual(["new", "old"]);
});
