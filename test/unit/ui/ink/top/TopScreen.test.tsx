import { renderToString } from "ink";
import { render } from "ink-testing-library";
import { expect, test } from "vitest";
import { createViewStore } from "../../../../../src/ui/ink/kit/view-store.ts";
import { LiveTop } from "../../../../../src/ui/ink/top/LiveTop.tsx";
import { TopScreen, topPage } from "../../../../../src/ui/ink/top/TopScreen.tsx";
import { pressKey } from "../../../../../src/ui/ink/top/top-keys.ts";
import { startTop, type TopState, withUpdate } from "../../../../../src/ui/ink/top/top-state.ts";
import { textWidth } from "../../../../../src/ui/text/text-width.ts";
import type { TopFacts } from "../../../../../src/ui/top/top-facts.ts";
import { agentOf } from "../../../../helpers/agent.ts";
import { deadLetterOf, deliveredOf, deliveryOf } from "../../../../helpers/delivery.ts";
import { deliveryFactsOf, itemOf, runningOf, runOf, topNowMs } from "../../../../helpers/top.ts";

const facts: TopFacts = {
  fleet: {
    agents: Array.from({ length: 1_000 }, (_, at) =>
      agentOf({ agent_id: `host-${at}`, status: at < 7 ? "Disconnected" : "Connected" }),
    ),
  },
  investigations: {
    running: [runningOf(1, 42)],
    moreRunning: false,
    latest: [runOf(2, { status: "queued" }), runOf(3, { query: "evil\u001b[2J" })],
  },
  curiosity: { items: [itemOf(3), itemOf(9, { next_run_at: null, active: false })], more: false },
  deliveries: deliveryFactsOf({
    latest: [deliveredOf(2, 1), deliveryOf(1, {}, 1)],
    open: [deliveryOf(1, {}, 1)],
    dead: [deadLetterOf(4), deadLetterOf(3, { replayed_as: "dlv_x" })],
  }),
};
const start = startTop("http://server.test", { facts, problems: {} });
const screen = (width: number, height: number, nowMs = topNowMs) => ({
  style: { width, colour: false, maxRows: 30, nowMs },
  size: { width, height },
});
type Screen = ReturnType<typeof screen>;
const frameOf = (state: TopState, { style, size }: Screen) =>
  renderToString(<TopScreen state={state} style={style} size={size} />, {
    columns: size.width,
  }).split("\n");
const viewport = { page: 5, recordLines: 0 };
const press = (state: TopState, ...keys: string[]) =>
  keys.reduce((at, key) => pressKey(at, key, {}, viewport).state, state);

test("at 80×24 every panel has its sums and rows", () => {
  const text = frameOf(start, screen(80, 23)).join("\n");
  for (const sums of [
    "▸1 Fleet  1000 agents: 993 connected, 7 disconnected, last seen 8h ago",
    " 2 Investigations  1 running, 1 queued",
    " 3 Curiosity  2 questions, next in 3m, 1 paused",
    " 4 Deliveries  0 waiting, 1 retrying; attempts: 1 2xx, 2 5xx",
    " 5 Dead letters  2, 1 of them replayed",
  ]) {
    expect(text).toContain(sums);
  }
  expect(text).toContain("running ████░░░░░░  42%  question 1");
  expect(text).toMatch(/paused {2}completed {2}scheduled question 9/);
});

test("whatever the size, the frame is no higher and no wider than the screen", () => {
  const states = [start, press(start, "2"), press(start, "5"), press(start, "?")];
  for (const width of [40, 60, 80, 149, 150, 200, 320]) {
    for (const height of [11, 16, 23, 60]) {
      for (const state of states) {
        const lines = frameOf(state, screen(width, height));
        expect(lines).toHaveLength(height);
        if (!state.help) expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width);
      }
    }
  }
});

test("the panel that keys go into has the most rows, the selected one among them", () => {
  const focused = press(start, "1");
  expect(topPage(focused, screen(80, 23).style, screen(80, 23).size)).toBeGreaterThan(5);
  const down = Array.from({ length: 500 }, () => "j");
  const lines = frameOf(press(focused, ...down), screen(80, 23));
  expect(lines.filter((line) => line.startsWith("› "))).toEqual([
    expect.stringMatching(/^› host-500 /),
  ]);
});

test("on a wide screen the panels stand beside each other", () => {
  const lines = frameOf(start, screen(200, 40));
  expect(lines.some((line) => /1 Fleet .* │ {2}4 Deliveries/.test(line))).toBe(true);
});

test("what a host or a person wrote can't drive the terminal", () => {
  const text = frameOf(press(start, "2"), screen(200, 40)).join("\n");
  expect(text).not.toContain("\u001b");
  expect(text).toContain("evil\\x1b[2J");
});

test("a lost connection is told, and that it is back", () => {
  const lost = withUpdate(start, { type: "link", link: "lost" }, topNowMs);
  expect(frameOf(lost, screen(80, 23))[0]).toContain("not connected");
  const problem = { type: "problem", source: "fleet", text: "It is away." } as const;
  const away = frameOf(withUpdate(lost, problem, topNowMs), screen(80, 23))[1];
  expect(away).toBe("It is away. Showing earlier data.");
  const back = withUpdate(lost, { type: "link", link: "live" }, topNowMs);
  expect(frameOf(back, screen(80, 23)).slice(0, 2)).toEqual([
    "inquest top  http://server.test  live",
    "Connected again.",
  ]);
  expect(frameOf(back, screen(80, 23, topNowMs + 60_000))[1]).toBe("");
});

test("what a key may not see says so in its own panel", () => {
  const { curiosity: _, ...rest } = facts;
  const problems = { curiosity: "The key lacks the scope curiosity:read." };
  const lines = frameOf(startTop("http://server.test", { facts: rest, problems }), screen(80, 23));
  const at = lines.findIndex((line) => line.includes("3 Curiosity"));
  expect(lines[at + 1]).toContain("The key lacks the scope curiosity:read.");
  expect(lines[1]).toBe("");
});

test("the keys of a terminal reach the screen", async () => {
  const store = createViewStore(start);
  const effects: string[] = [];
  const { style } = screen(80, 23);
  const { stdin, lastFrame, unmount } = render(
    <LiveTop
      store={store}
      style={style}
      now={() => topNowMs}
      onEffect={({ type }) => effects.push(type)}
    />,
  );
  // Ink takes input that arrives in one turn for one key.
  for (const text of ["2", "\t", "?", "x", "q"]) {
    await new Promise((resolve) => setImmediate(resolve));
    stdin.write(text);
  }
  expect(store.get()).toMatchObject({ focus: "curiosity", help: false });
  expect(effects).toEqual(["quit"]);
  expect(lastFrame()).toContain("▸3 Curiosity");
  unmount();
});
