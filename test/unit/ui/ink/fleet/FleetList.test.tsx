import { renderToString } from "ink";
import { render } from "ink-testing-library";
import { expect, test } from "vitest";
import type { Agent } from "../../../../../src/contract/agent.ts";
import { FleetList, LiveFleet } from "../../../../../src/ui/ink/fleet/FleetList.tsx";
import { type FleetAction, fleetAction } from "../../../../../src/ui/ink/fleet/fleet-keys.ts";
import {
  type FleetState,
  pageSize,
  scrolled,
  startFleet,
  withNextFilter,
  withProblem,
  withUpdate,
} from "../../../../../src/ui/ink/fleet/fleet-state.ts";
import { createViewStore } from "../../../../../src/ui/ink/kit/view-store.ts";
import { agentOf } from "../../../../helpers/agent.ts";

const atMs = Date.parse("2026-11-01T01:00:00.000Z");
const style = { width: 80, colour: false, maxRows: 30, nowMs: atMs };
const height = 23;

/** `host-0000` and so on; each tenth is disconnected. */
const hosts = (many: number): Agent[] =>
  Array.from({ length: many }, (_, at) =>
    agentOf({
      agent_id: `host-${String(at).padStart(4, "0")}`,
      status: at % 10 ? "Connected" : "Disconnected",
    }),
  );

const stateOf = (agents: Agent[]): FleetState =>
  withUpdate(startFleet("all"), { agents, changes: [], atMs });
const frameOf = (state: FleetState, width = 80) =>
  renderToString(<FleetList state={state} style={{ ...style, width }} height={height} />, {
    columns: width,
  }).split("\n");

test("of a thousand agents as many are drawn as fit, with sums and place", () => {
  const lines = frameOf(stateOf(hosts(1000)));
  expect(lines).toHaveLength(height);
  expect(lines[0]).toBe("1000 agents: 900 connected, 100 disconnected");
  expect(lines[2]).toMatch(/^host-0000 .* Disconnected /);
  expect(lines.at(-1)).toMatch(/^1–20 of 1000 {3}q quit/);
});

test("before the first listing no number of agents is claimed", () => {
  const lines = frameOf(startFleet("all"));
  expect(lines[0]).toBe("Listing agents…");
  expect(lines.join("\n")).not.toMatch(/\d agents?|no agent/);
});

test("scrolling stays within the list, and leaves no room below the last row", () => {
  const state = stateOf(hosts(50));
  const page = pageSize(state, height);
  const place = (by: number, from = state) => scrolled(from, by, page).top;
  expect(place(-1)).toBe(0);
  expect(place(7)).toBe(7);
  expect(place(Number.POSITIVE_INFINITY)).toBe(50 - page);
  expect(place(Number.NEGATIVE_INFINITY, { ...state, top: 9 })).toBe(0);
  expect(place(5, stateOf(hosts(3)))).toBe(0);
});

test("what comes above the first row on the screen doesn't move it", () => {
  const state = scrolled(stateOf(hosts(100)), 30, 20);
  const agents = [agentOf({ agent_id: "a" }), ...hosts(100)];
  const next = withUpdate(state, { agents, changes: [], atMs });
  expect(next.rows[next.top]?.agent_id).toBe("host-0030");
  const gone = withUpdate(state, { agents: hosts(10), changes: [], atMs });
  expect(frameOf(gone).filter((line) => line.startsWith("host-"))).toHaveLength(10);
});

test("one status after the other is shown, and the sums stay those of all", () => {
  const shown = withNextFilter(scrolled(stateOf(hosts(100)), 30, 20));
  expect(shown).toMatchObject({ filter: "Disconnected", top: 0 });
  expect(shown.rows).toHaveLength(10);
  expect(frameOf(shown)[0]).toBe("100 agents: 90 connected, 10 disconnected");
  expect(frameOf(shown).at(-1)).toMatch(/^1–10 of 10 disconnected/);
  const none = withNextFilter(stateOf([agentOf()]));
  expect(frameOf(none).at(-1)).toMatch(/^no disconnected agent/);
  expect(withNextFilter(withNextFilter(shown)).filter).toBe("all");
});

test("the newest changes and what is wrong take rows of the list, never more than the screen", () => {
  const changes = ["a", "b", "c", "d"].map((agent_id) => ({
    type: "disconnected" as const,
    agent: agentOf({ agent_id: `${agent_id}\u001b` }),
  }));
  const state = withUpdate(stateOf(hosts(100)), { agents: hosts(100), changes, atMs });
  const lines = frameOf(withProblem(state, "The server\u001b is away."));
  expect(lines).toHaveLength(height);
  expect(lines[1]).toBe("The server\\x1b is away.");
  expect(lines.slice(-4, -1)).toEqual(
    ["b", "c", "d"].map((id) => `2026-11-01T01:00:00Z  ${id}\\x1b is disconnected`),
  );
  expect(withUpdate(state, { agents: [], changes: [], atMs }).problem).toBeNull();
});

test("on a narrow terminal each agent still takes one line that fits", () => {
  const agents = [agentOf({ agent_id: "x".repeat(255), tags: { long: "y".repeat(255) } })];
  for (const width of [40, 69, 70, 80, 200]) {
    const lines = frameOf(stateOf(agents), width);
    expect(lines).toHaveLength(4);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  }
});

test("each key has its action, Ctrl-C among them", () => {
  const page = 20;
  const keys: [string, Parameters<typeof fleetAction>[1], FleetAction | undefined][] = [
    ["j", {}, { type: "scroll", by: 1 }],
    ["k", {}, { type: "scroll", by: -1 }],
    ["", { downArrow: true }, { type: "scroll", by: 1 }],
    ["", { pageUp: true }, { type: "scroll", by: -page }],
    ["", { pageDown: true }, { type: "scroll", by: page }],
    [" ", {}, { type: "scroll", by: page }],
    ["g", {}, { type: "scroll", by: Number.NEGATIVE_INFINITY }],
    ["G", {}, { type: "scroll", by: Number.MAX_SAFE_INTEGER }],
    ["", { tab: true }, { type: "filter" }],
    ["q", {}, { type: "quit" }],
    ["c", { ctrl: true }, { type: "interrupt" }],
    ["x", {}, undefined],
  ];
  for (const [input, key, action] of keys) expect(fleetAction(input, key, page)).toEqual(action);
});

test("the keys of a terminal reach the list", async () => {
  const quits: string[] = [];
  const store = createViewStore(stateOf(hosts(30)));
  const { stdin, lastFrame, unmount } = render(
    <LiveFleet store={store} style={style} onQuit={(why) => quits.push(why)} />,
  );
  // Ink takes input that arrives in one turn for one key.
  for (const text of ["\u001b[6~", "\t", "q", "\u0003", "x"]) {
    await new Promise((resolve) => setImmediate(resolve));
    stdin.write(text);
  }
  expect(store.get().filter).toBe("Disconnected");
  expect(lastFrame()).toContain("host-0020");
  expect(lastFrame()).not.toContain("host-0001");
  expect(quits).toEqual(["quit", "interrupt"]);
  unmount();
});
