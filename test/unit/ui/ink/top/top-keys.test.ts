import { expect, test } from "vitest";
import type { Key } from "../../../../../src/ui/ink/kit/keys.ts";
import { pressKey, type TopEffect } from "../../../../../src/ui/ink/top/top-keys.ts";
import { startTop, type TopState, withUpdate } from "../../../../../src/ui/ink/top/top-state.ts";
import { deadLetterOf, deliveryId } from "../../../../helpers/delivery.ts";
import { deliveryFactsOf, runOf, topNowMs } from "../../../../helpers/top.ts";

const dead = Array.from({ length: 20 }, (_, at) => deadLetterOf(20 - at));
const investigations = { running: [], moreRunning: false, latest: [1, 2, 3].map((n) => runOf(n)) };
const facts = { investigations, deliveries: deliveryFactsOf({ dead }) };
const style = { width: 80, colour: false, maxRows: 30, nowMs: topNowMs };
const start = startTop("http://server.test", { facts, problems: {} });

/** Five lines of rows or of the open record. */
const viewportOf = ({ record }: TopState) => ({
  page: 5,
  recordLines: record?.lines?.(style).length ?? 0,
});

/** What comes of keys, each a character or a key by its name. */
function pressed(state: TopState, ...keys: (string | Key)[]) {
  const effects: TopEffect[] = [];
  for (const key of keys) {
    const [input, named] = typeof key === "string" ? [key, {}] : ["", key];
    const outcome = pressKey(state, input, named, viewportOf(state));
    state = outcome.state;
    if (outcome.effect) effects.push(outcome.effect);
  }
  return { state, effects };
}

const [down, enter, esc, tab] = [
  { downArrow: true },
  { return: true },
  { escape: true },
  { tab: true },
];

test("tab goes around the panels both ways, and a number goes to one", () => {
  expect(pressed(start, tab).state.focus).toBe("investigations");
  expect(pressed(start, { tab: true, shift: true }).state.focus).toBe("dead");
  expect(pressed(start, tab, tab, tab, tab, tab).state.focus).toBe("fleet");
  expect(pressed(start, "4").state.focus).toBe("deliveries");
  expect(pressed(start, "6", "0").state.focus).toBe("fleet");
});

test("enter opens the selected record of the panel, and esc or q leads back", () => {
  const { state, effects } = pressed(start, "5", down, down, enter);
  expect(effects).toEqual([{ type: "open", panel: "dead", id: deliveryId(18) }]);
  expect(state.record).toEqual({ panel: "dead", id: deliveryId(18), lines: null, top: 0 });
  for (const key of [esc, "q"]) {
    const back = pressed(state, key);
    expect(back).toMatchObject({ state: { record: null, focus: "dead" }, effects: [] });
  }
});

test("a panel without rows has nothing to select or open", () => {
  expect(pressed(start, "1", down, enter)).toEqual({ state: start, effects: [] });
});

test("the selected row stays selected when others come, the first row stays first", () => {
  const first = pressed(start, "5").state;
  const second = pressed(first, down).state;
  const delivery = deadLetterOf(21);
  const update = { type: "delivery", delivery } as const;
  expect(pressed(withUpdate(first, update, topNowMs), enter).state.record?.id).toBe(deliveryId(21));
  expect(pressed(withUpdate(second, update, topNowMs), enter).state.record?.id).toBe(
    deliveryId(19),
  );
});

test("the selection ends at both ends, and stays in its place when its row goes", () => {
  const last = pressed(start, "5", "G").state;
  expect(pressed(last, down, enter).effects).toMatchObject([{ id: deliveryId(1) }]);
  expect(pressed(last, "g", { upArrow: true }, enter).effects).toMatchObject([
    { id: deliveryId(20) },
  ]);
  const fewer = deliveryFactsOf({ dead: dead.slice(0, 2) });
  const next = withUpdate(
    last,
    { type: "facts", source: "deliveries", facts: { deliveries: fewer } },
    topNowMs,
  );
  expect(pressed(next, enter).effects).toMatchObject([{ id: deliveryId(19) }]);
});

test("a record scrolls within its lines", () => {
  const { state } = pressed(start, "2", enter);
  const open = {
    ...state,
    record: { ...state.record!, lines: () => Array<string>(12).fill("line") },
  };
  expect(pressed(open, down, { pageDown: true }).state.record?.top).toBe(6);
  expect(pressed(open, "G", down).state.record?.top).toBe(7);
  expect(pressed(open, "G", "g").state.record?.top).toBe(0);
});

test("help comes with ?, and goes with any key, which does nothing else", () => {
  const { state } = pressed(start, "?");
  expect(state.help).toBe(true);
  expect(pressed(state, "q")).toMatchObject({ state: { help: false }, effects: [] });
});

test("q ends it, and so does Ctrl-C wherever one is", () => {
  expect(pressed(start, "q").effects).toEqual([{ type: "quit" }]);
  for (const before of [[], ["?"], ["2", enter]]) {
    const { state } = pressed(start, ...before);
    expect(pressKey(state, "c", { ctrl: true }, viewportOf(state)).effect).toEqual({
      type: "interrupt",
    });
  }
});
