import { expect, test } from "vitest";
import { type TopSnapshot, topView } from "../../../../src/ui/views/top.ts";
import { agentOf } from "../../../helpers/agent.ts";
import { deadLetterOf, deliveredOf, deliveryOf } from "../../../helpers/delivery.ts";
import { deliveryFactsOf, itemOf, runningOf, topNowMs } from "../../../helpers/top.ts";

const agents = Array.from({ length: 60 }, (_, at) => agentOf({ agent_id: `host-${at}` }));
const snapshot: TopSnapshot = {
  server: "http://server.test",
  atMs: topNowMs,
  facts: {
    fleet: { agents },
    investigations: { running: [runningOf(1, 42)], moreRunning: false, latest: [] },
    curiosity: { items: [itemOf(3)], more: false },
    deliveries: deliveryFactsOf({
      latest: [deliveredOf(2, 1)],
      open: [deliveryOf(1), deliveryOf(0, {}, 1)],
      dead: [deadLetterOf(4)],
      more: { pending: true, retrying: false, dead: false },
    }),
  },
  problems: {},
};
const style = { width: 100, colour: false, maxRows: 30, nowMs: topNowMs };

test("people get sums and ten rows of each, and the command that lists the rest", () => {
  const text = topView.plain(snapshot, style).join("\n");
  expect(text).toContain("Fleet: 60 agents: 60 connected, 0 disconnected");
  expect(text).toContain("host-9");
  expect(text).not.toContain("host-10");
  expect(text).toContain("… 50 more: inquest agents list");
  expect(text).toContain("Deliveries: 1+ waiting, 1 retrying; attempts: 1 2xx, 1 5xx");
  expect(text).toContain("Dead letters: 1\n");
});

test("programs get the counts, and records as the API has them", () => {
  expect(topView.json!(snapshot)).toMatchObject({
    server: "http://server.test",
    at: "2026-11-01T09:00:00.000Z",
    fleet: { connected: 60, disconnected: 0, agents: agents.slice(0, 50) },
    investigations: { running: [runningOf(1, 42)], more_running: false, latest: [] },
    curiosity: { items: [itemOf(3)], more: false },
    deliveries: {
      attempts: { deliveries: 1, "2xx": 1, "5xx": 1, unanswered: 0 },
      pending: { count: 1, more: true },
      retrying: { count: 1, more: false },
      dead: { count: 1, more: false, deliveries: [deadLetterOf(4)] },
    },
    problems: {},
  });
});

test("what could not be seen says why, in the place of its rows", () => {
  const { curiosity: _, ...facts } = snapshot.facts;
  const problems = { curiosity: "The key lacks curiosity:read." };
  const lines = topView.plain({ ...snapshot, facts, problems }, style);
  expect(lines).toContain("Curiosity: The key lacks curiosity:read.");
});
