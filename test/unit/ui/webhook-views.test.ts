import { expect, test } from "vitest";
import {
  deletedSubscriptionsView,
  newSubscriptionView,
  rotatedSecretView,
  subscriptionListView,
  subscriptionView,
} from "../../../src/ui/views/webhooks.ts";
import { subscription } from "../../helpers/subscription.ts";

const nowMs = Date.parse("2026-11-01T00:05:00.000Z");
const style = { width: 80, maxRows: 30, colour: false, nowMs };
const secret = "whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0";

test("a subscription is told with where it sends what, and since when", () => {
  const filters = { min_severity: "high", tags: { env: "prod" } } as const;
  expect(subscriptionView.plain(subscription({ filters }), style)).toEqual([
    "sub_01hv3k6z5w9m4q8r7t2y1x0c3b",
    "state    active",
    "url      https://hooks.test/inquest",
    "events   finding.discovered",
    "filters  severity>=high env=prod",
    "created  5m ago",
    "changed  5m ago",
  ]);
  const paused = subscriptionView.plain(subscription({ active: false, events: ["*"] }), style);
  expect(paused.slice(1, 5)).toEqual([
    "state    paused",
    "url      https://hooks.test/inquest",
    "events   all but finding.resolved",
    "filters  none",
  ]);
});

test("a secret is shown with the new subscription, and alone after a rotation", () => {
  const made = { ...subscription(), secret };
  expect(newSubscriptionView.plain(made, style).at(-1)).toBe(`secret   ${secret}`);
  expect(rotatedSecretView.plain(made, style)).toEqual([secret]);
  expect(subscriptionView.plain(made, style).join("\n")).not.toContain(secret);
});

test("a listing fits the width, keeps ids whole, and drops what it has no room for", () => {
  const subscriptions = [
    subscription({ events: ["*"], url: `https://hooks.test/${"a/".repeat(30)}\u001b[2J` }),
  ];
  const page = { subscriptions, next_cursor: "x" };
  const narrow = subscriptionListView.plain(page, style);
  expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(narrow[0]?.split(/ +/)).toEqual(["id", "state", "url", "events"]);
  expect(narrow[1]).toContain("sub_01hv3k6z5w9m4q8r7t2y1x0c3b  active");
  expect(narrow.at(-1)).toMatch(/^There are more: use --all/);
  const wide = subscriptionListView.plain(page, { ...style, width: 200 });
  expect(wide[0]?.split(/ +/)).toEqual(["id", "state", "url", "events", "filters", "created"]);
  expect(wide.join("\n")).toContain("\\x1b[2J");
});

test("where nothing is subscribed, the listing says how to", () => {
  const lines = subscriptionListView.plain({ subscriptions: [], next_cursor: null }, style);
  expect(lines.join(" ")).toMatch(/^No subscriptions yet\..+inquest webhooks create https:/);
});

test("one deletion prints as an object, several as a list", () => {
  const gone = { id: subscription().id, deleted: true };
  expect(deletedSubscriptionsView.json?.([subscription()])).toEqual(gone);
  expect(deletedSubscriptionsView.json?.([subscription(), subscription()])).toEqual([gone, gone]);
});
