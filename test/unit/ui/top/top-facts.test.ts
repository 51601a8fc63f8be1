import { expect, test } from "vitest";
import { attemptSums } from "../../../../src/ui/top/attempt-sums.ts";
import { byAttention, withDelivery, withRun } from "../../../../src/ui/top/top-facts.ts";
import { agentOf } from "../../../helpers/agent.ts";
import {
  attemptOf,
  deadLetterOf,
  deliveredOf,
  deliveryId,
  deliveryOf,
} from "../../../helpers/delivery.ts";
import { deliveryFactsOf, runningOf, runOf } from "../../../helpers/top.ts";

const idsOf = (deliveries: { delivery_id: string }[] = []) =>
  deliveries.map(({ delivery_id }) => delivery_id);

test("a delivery moves through the lists as its status changes, each newest first", () => {
  const start = { deliveries: deliveryFactsOf({ latest: [deliveredOf(3), deliveredOf(1)] }) };
  const waiting = withDelivery(start, deliveryOf(2)).deliveries!;
  expect(idsOf(waiting.latest)).toEqual([3, 2, 1].map(deliveryId));
  expect(idsOf(waiting.open)).toEqual([deliveryId(2)]);
  const dead = withDelivery({ deliveries: waiting }, deadLetterOf(2)).deliveries!;
  expect(idsOf(dead.latest)).toEqual([3, 2, 1].map(deliveryId));
  expect(idsOf(dead.open)).toEqual([]);
  expect(idsOf(dead.dead)).toEqual([deliveryId(2)]);
});

test("lists of deliveries don't grow without end, and say that there is more", () => {
  const full = Array.from({ length: 200 }, (_, at) => deadLetterOf(200 - at));
  const start = { deliveries: deliveryFactsOf({ latest: full, dead: full }) };
  const { latest, dead, more } = withDelivery(start, deadLetterOf(201)).deliveries!;
  expect([latest.length, dead.length, more.dead]).toEqual([200, 200, true]);
  expect(dead[0]!.delivery_id).toBe(deliveryId(201));
  const again = withDelivery({ deliveries: { ...start.deliveries } }, deadLetterOf(200));
  expect(idsOf(again.deliveries!.dead)).toEqual(idsOf(full));
});

test("news of what was never seen change nothing", () => {
  expect(withDelivery({}, deliveryOf(1))).toEqual({});
  expect(withRun({}, "inv_1", { status: "completed" })).toEqual({});
});

test("how far an investigation is becomes part of its row alone", () => {
  const facts = {
    investigations: {
      running: [runningOf(1, 10), runningOf(2, 20)],
      moreRunning: false,
      latest: [],
    },
  };
  const { progress } = runningOf(2, 90);
  const id = runOf(2).investigation_id;
  const { investigations } = withRun(facts, id, { progress: progress! });
  expect(investigations!.running.map((row) => row.progress?.percent)).toEqual([10, 90]);
});

test("who went away lately comes first, then who was heard last", () => {
  const agents = [
    agentOf({ agent_id: "a", last_heartbeat_at: "2026-11-01T00:00:01.000Z" }),
    agentOf({ agent_id: "b", last_heartbeat_at: "2026-11-01T00:00:02.000Z" }),
    agentOf({ agent_id: "never", status: "Disconnected", last_heartbeat_at: null }),
    agentOf({ agent_id: "gone", status: "Disconnected" }),
  ];
  expect(byAttention(agents).map(({ agent_id }) => agent_id)).toEqual(["gone", "never", "b", "a"]);
});

test("attempts are counted by how they ended", () => {
  const refused = deliveryOf(4, { attempts: [attemptOf(1, { response_code: 404 })] });
  const silent = deliveryOf(5, {
    attempts: [attemptOf(1, { response_code: null, error: "gone" })],
  });
  const deliveries = [deliveredOf(1, 2), deliveredOf(2), refused, silent, deliveryOf(6)];
  expect(attemptSums(deliveries)).toEqual({
    "2xx": 2,
    "3xx": 0,
    "4xx": 1,
    "5xx": 2,
    unanswered: 1,
  });
});
