import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { deliveryListView, deliveryView, testedView } from "../../../src/ui/views/deliveries.ts";
import { attemptOf, deadLetterOf, deliveredOf, deliveryOf } from "../../helpers/delivery.ts";

const nowMs = Date.parse("2026-11-01T08:00:05.000Z");
const style = { width: 80, maxRows: 30, colour: false, nowMs };
const delivered = deliveredOf(0, 0, { attempts: [attemptOf(1, { response_code: 200 })] });
const refused = attemptOf(1, { response_code: null, error: "connect ECONNREFUSED" });
const retrying = deliveryOf(0, { attempts: [refused] });
const dead = deadLetterOf(0, {
  attempts: [refused, attemptOf(2, { response_code: 410, duration_ms: 1_540 })],
  last_response_body: "gone\n\u001b[31mfor good",
});

test("a listing fits 80 cells with what matters, and tells more where there is room", () => {
  const page = { deliveries: [delivered, retrying, dead], next_cursor: null };
  const narrow = deliveryListView(false).plain(page, style);
  expect(narrow).toEqual([
    "delivery                        status       code  event               created",
    "dlv_00000000000000000000000000  delivered     200  finding.discovered  5s ago",
    "dlv_00000000000000000000000000  retrying           finding.discovered  5s ago",
    "dlv_00000000000000000000000000  dead letter   410  finding.discovered  5s ago",
  ]);
  const wide = deliveryListView(false).plain(page, { ...style, width: 200 });
  expect(wide[0]).toMatch(/ created +tries +next try +url +subscription$/);
  expect(wide[2]).toMatch(/ 5s ago +1 +in 25s +https:/);
});

test("a status is green, yellow or red where there are colours", () => {
  const page = { deliveries: [delivered, retrying, dead], next_cursor: null };
  const lines = deliveryListView(false).plain(page, { ...style, colour: true });
  const colours = lines.slice(1).map((line) => /\[(\d+)m(\w+)/.exec(line)?.slice(1));
  expect(colours).toEqual([
    ["32", "delivered"],
    ["33", "retrying"],
    ["31", "dead"],
  ]);
  const plain = deliveryListView(false).plain(page, style).slice(1);
  expect(lines.slice(1).map(stripVTControlCharacters)).toEqual(plain);
});

test("a whole record has each attempt, the response with its controls escaped, and the event", () => {
  const text = deliveryView.plain(dead, style).join("\n");
  expect(text).toContain("status        dead letter after 2 attempts\n");
  expect(text).toMatch(/\n +1 {2}2026-11-01T08:00:00\.000Z +12 ms +connect ECONNREFUSED\n/);
  expect(text).toMatch(/\n +2 {2}2026-11-01T08:00:00\.000Z +410 +1\.5 s\n/);
  expect(text).toContain("\nResponse\n  gone\n  \\x1b[31mfor good\n");
  const event = text.slice(text.indexOf("\nEvent\n") + "\nEvent\n".length);
  expect(JSON.parse(event)).toEqual(dead.event);
});

test("a delivery that is not done says when it is tried next", () => {
  const text = deliveryView.plain(retrying, style).join("\n");
  expect(text).toContain("status        retrying after 1 attempt\nnext attempt  in 25s\n");
  const fresh = deliveryOf(0, { next_attempt_at: dead.created_at });
  const lines = deliveryView.plain(fresh, style);
  expect(lines.slice(1, 3)).toEqual(["status        pending", "next attempt  now"]);
});

test("a test says in a sentence whether it arrived, how fast, and why not", () => {
  const wide = { ...style, width: 200 };
  expect(testedView.plain(delivered, wide)).toEqual([
    "Delivered: https://receiver.example.com/hook answered 200 in 12 ms.",
  ]);
  expect(testedView.plain({ ...retrying, last_response_body: null }, wide)).toEqual([
    "Not delivered: no response from https://receiver.example.com/hook in 12 ms (connect ECONNREFUSED). Next attempt in 25s.",
  ]);
  expect(testedView.plain(dead, wide)).toEqual([
    "Not delivered: https://receiver.example.com/hook answered 410 in 1.5 s.",
    "",
    "Response",
    "  gone",
    "  \\x1b[31mfor good",
  ]);
});

test("a filter that nothing matches is told from a service that has sent nothing yet", () => {
  const page = { deliveries: [], next_cursor: null };
  expect(deliveryListView(true).plain(page, style)).toEqual(["No deliveries match."]);
  expect(deliveryListView(false).plain(page, style)[0]).toMatch(/^No deliveries yet\./);
});

test("an attempt that is due within a second is due now, not just now", () => {
  const due = { ...retrying, next_attempt_at: "2026-11-01T08:00:05.900Z" };
  expect(testedView.plain(due, { ...style, width: 200 })[0]).toMatch(/Next attempt now\.$/);
});
