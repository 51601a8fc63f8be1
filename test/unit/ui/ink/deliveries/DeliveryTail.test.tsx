import { renderToString } from "ink";
import { render } from "ink-testing-library";
import { expect, test } from "vitest";
import type { Delivery } from "../../../../../src/contract/webhook.ts";
import { DeliveryTail, tailPage } from "../../../../../src/ui/ink/deliveries/DeliveryTail.tsx";
import { LiveDeliveries } from "../../../../../src/ui/ink/deliveries/LiveDeliveries.tsx";
import { type Pressed, pressKey } from "../../../../../src/ui/ink/deliveries/tail-keys.ts";
import {
  maxRows,
  startTail,
  type TailState,
  withDeliveries,
  withNote,
  withRecord,
} from "../../../../../src/ui/ink/deliveries/tail-state.ts";
import type { Key } from "../../../../../src/ui/ink/kit/keys.ts";
import { createViewStore } from "../../../../../src/ui/ink/kit/view-store.ts";
import { textWidth } from "../../../../../src/ui/text/text-width.ts";
import {
  attemptOf,
  deadLetterOf,
  deliveredOf,
  deliveryId,
  deliveryOf,
} from "../../../../helpers/delivery.ts";

const style = {
  width: 80,
  colour: false,
  maxRows: 30,
  nowMs: Date.parse("2026-11-01T09:00:00.000Z"),
};
const height = 23;
const page = tailPage(height);

const after = (deliveries: Delivery[], state = startTail()) =>
  withDeliveries(state, { deliveries, attempts: deliveries.length });
const frame = (state: TailState, width = 80) =>
  renderToString(<DeliveryTail state={state} style={{ ...style, width }} height={height} />, {
    columns: width,
  }).split("\n");
const viewportOf = ({ record }: TailState) => ({
  page,
  recordLines: record?.lines?.(style).length ?? 0,
});
const press = (state: TailState, ...keys: (string | Key)[]): Pressed =>
  keys.reduce<Pressed>(
    (pressed, key) =>
      typeof key === "string"
        ? pressKey(pressed.state, key, {}, viewportOf(pressed.state))
        : pressKey(pressed.state, "", key, viewportOf(pressed.state)),
    { state },
  );
const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => deliveredOf(from + at));
const down: Key = { downArrow: true };
const up: Key = { upArrow: true };
const enter: Key = { return: true };
const selectedLine = (state: TailState) => frame(state).findIndex((line) => line.startsWith("›"));

test("the newest delivery is on top, each with its status, response, age, event and subject", () => {
  const data = { severity: "high", tags: {}, finding: { hostname: "web-1", title: "Root login" } };
  const last = deliveryOf(3, {}, 1);
  const state = after([
    deliveredOf(1),
    deadLetterOf(2),
    { ...last, event: { ...last.event, data } },
  ]);
  const [sums, , heading, ...lines] = frame(state);
  expect(sums).toBe("3 attempts   1 delivered   1 open   1 dead letter");
  expect(heading).toMatch(/^ {2}status +code +age +event +about/);
  expect(lines[0]).toMatch(/^ {2}retrying +500 +59m ago +finding\.discovered +web-1: Root login/);
  expect(lines[1]).toMatch(/^ {2}dead letter +500/);
  expect(lines[2]).toMatch(/^ {2}delivered +200/);
  expect(frame(state, 200)[4]).toMatch(/ 5 +12 ms +dlv_/);
});

test("an attempt without a response says so, and why where there is room", () => {
  const attempts = [attemptOf(1, { response_code: null, error: "the connection was refused" })];
  const state = after([deliveryOf(1, { attempts })]);
  expect(frame(state)[3]).toMatch(/retrying +error/);
  expect(frame(state, 200)[3]).toContain("the connection was refused");
});

test("a delivery that is seen again stays in its line", () => {
  const state = after([deliveryOf(1, {}, 1), deliveredOf(2)]);
  const [, , , first, second] = frame(after([deliveredOf(1, 1)], state), 160);
  expect(first).toMatch(/delivered .* 1 +12 ms/);
  expect(second).toMatch(/delivered .* 2 +12 ms/);
});

test("no line is wider than the terminal, and the frame is never as high as it", () => {
  const state = press(after(many(1, 400)), down).state;
  for (const width of [40, 80, 200]) {
    expect(frame(state, width).length).toBeLessThanOrEqual(height);
    for (const line of frame(state, width)) expect(textWidth(line)).toBeLessThanOrEqual(width);
  }
});

test("only so many rows are kept", () => {
  expect(after(many(0, maxRows + 50)).rows).toHaveLength(maxRows);
});

test("a selected delivery stays on its line of the screen while others arrive", () => {
  const state = press(after(many(1, 100)), down, down, down).state;
  expect(state.selected).toBe(deliveryId(97));
  const later = after(many(100, 150), state);
  expect(later.selected).toBe(deliveryId(97));
  expect(selectedLine(later)).toBe(selectedLine(state));
  expect(press(state, up, up, up).state.selected).toBeNull();
});

test("while it is paused nothing moves, and what arrived is there afterwards", () => {
  const paused = press(after(many(1, 3)), " ").state;
  const later = after(many(3, 6), paused);
  expect(frame(later)[0]).toContain("PAUSED");
  expect(frame(later).at(-1)).toMatch(/^2 /);
  expect(frame(press(later, " ").state).at(-1)).toMatch(/^5 /);
});

test("a filter keeps what has all its words; the keys that are typed into it do nothing else", () => {
  const state = after([deliveredOf(1), deadLetterOf(2, { event_type: "chain.confirmed" })]);
  const typed = press(state, "/", ..."q 500 CHAIN", { backspace: true });
  expect(typed.effect).toBeUndefined();
  const { state: kept } = press(state, "/", ..."dead CHAIN", enter);
  expect(frame(kept).at(-1)).toMatch(/^1 match/);
  expect(frame(press(kept, { escape: true }).state).at(-1)).toMatch(/^2 /);
});

test("enter opens the selected record, which scrolls and closes", () => {
  const { state, effect } = press(after(many(1, 9)), down, enter);
  expect(effect).toEqual({ type: "open", id: deliveryId(8) });
  const lines = () => Array.from({ length: 60 }, (_, at) => `line ${at}`);
  const opened = withRecord(state, deliveryId(8), lines);
  expect(frame(opened)).toContain("line 0");
  expect(frame(press(opened, { end: true }).state)).toContain("line 59");
  expect(frame(press(opened, { escape: true }).state)[2]).toContain("status");
  expect(withRecord(press(opened, { escape: true }).state, deliveryId(8), lines).record).toBeNull();
});

test("a replay is asked for, and only y means yes", () => {
  const asked = press(after(many(1, 3)), down, "r").state;
  expect(frame(asked)[1]).toBe(`Replay ${deliveryId(2)}? (y/n)`);
  expect(press(asked, "n").effect).toBeUndefined();
  expect(press(asked, "y").effect).toEqual({ type: "replay", id: deliveryId(2) });
});

test("with nothing selected enter and r say what to do, until the next move", () => {
  const state = after([deadLetterOf(1)]);
  for (const key of [enter, "r"]) {
    const { state: told, effect } = press(state, key);
    expect(effect).toBeUndefined();
    expect(frame(told)[1]).toBe("Select a delivery with ↑ ↓ first.");
    expect(frame(press(told, down).state)[1]).toBe("");
  }
});

test("a note makes room for a filter", () => {
  const told = withNote(after([deliveredOf(1)]), "Connected again.");
  expect(frame(press(told, "/", "d", "e", "a", "d", enter).state)[1]).toBe("/dead");
});

test("q and Ctrl-C end it, each in its way", () => {
  expect(press(startTail(), "q").effect).toEqual({ type: "quit" });
  expect(pressKey(startTail(), "c", { ctrl: true }, viewportOf(startTail())).effect).toEqual({
    type: "interrupt",
  });
});

test("text from receivers can't drive the terminal", () => {
  const error = "\u001b[2Jgone";
  const state = after([
    deliveryOf(1, { attempts: [attemptOf(1, { response_code: null, error })] }),
  ]);
  expect(frame(withNote(state, error), 200).join("\n")).not.toContain("\u001b");
});

test("the keys of a terminal reach the view", async () => {
  const effects: string[] = [];
  const store = createViewStore(after(many(1, 3)));
  const { stdin, lastFrame, unmount } = render(
    <LiveDeliveries
      store={store}
      style={style}
      now={() => style.nowMs}
      onEffect={({ type }) => effects.push(type)}
    />,
  );
  // Ink takes input that arrives in one turn for one key.
  for (const text of ["\u001b[B", "r", "y", "\r"]) {
    await new Promise((resolve) => setImmediate(resolve));
    stdin.write(text);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(effects).toEqual(["replay", "open"]);
  expect(store.get().record?.id).toBe(deliveryId(2));
  expect(lastFrame()).toContain("…");
  unmount();
});
