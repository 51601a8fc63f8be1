import { expect, test } from "vitest";
import { followDeliveries } from "../../../src/client/follow-deliveries.ts";
import type { Client, DeliveryQuery } from "../../../src/client/types.ts";
import type { Delivery } from "../../../src/contract/webhook.ts";
import { AppError } from "../../../src/core/errors.ts";
import { deadLetterOf, deliveredOf, deliveryOf } from "../../helpers/delivery.ts";

/** What happens at a service, in turn: each step is taken when a connection or a pause asks for it. */
type Step = Delivery[] | "break" | "unreachable";

/** A service whose streams tell `live` one after the other; `list` is what it has at the time. */
function serviceOf(steps: Step[], { streams = true } = {}) {
  const has = new Map<string, Delivery>();
  const put = (deliveries: Delivery[]) => {
    for (const one of deliveries) has.set(one.delivery_id, one);
  };
  const done = new AbortController();
  const next = () => {
    const step = steps.shift();
    if (step === undefined) done.abort(new Error("seen enough"));
    done.signal.throwIfAborted();
    return step!;
  };
  async function* stream(): AsyncGenerator<Delivery> {
    for (let step = next(); step !== "break"; step = next()) {
      if (step === "unreachable") throw new TypeError("terminated");
      put(step);
      yield* step;
    }
  }
  const client = {
    async *deliveries({ status, limit = 50 }: DeliveryQuery = {}) {
      const rows = [...has.values()]
        .filter((one) => (status ?? one.status) === one.status)
        .sort((a, b) => (a.delivery_id < b.delivery_id ? 1 : -1));
      for (let at = 0; at === 0 || at < rows.length; at += limit)
        yield { deliveries: rows.slice(at, at + limit), next_cursor: null };
    },
    async delivery(id: string) {
      const found = has.get(id);
      if (!found) throw new AppError("not_found", "There is none.", { kind: "not_found" });
      return found;
    },
    streamDeliveries: async () => (streams ? stream() : null),
  } as unknown as Client;
  return {
    put,
    async told() {
      const lines: string[] = [];
      const following = followDeliveries({
        client: async () => {
          if (steps[0] !== "unreachable") return client;
          steps.shift();
          throw new AppError("server_unreachable", "It is away.", { kind: "unreachable" });
        },
        query: {},
        // What happens while nobody is connected.
        sleep: async () => {
          if (Array.isArray(steps[0]) || steps.length === 0) put(next() as Delivery[]);
        },
        random: () => 0,
        signal: done.signal,
      });
      try {
        for await (const news of following) {
          if (news.type === "waiting") lines.push(`waiting: ${news.reason}`);
          if (news.type === "change") {
            const { delivery, attempts } = news;
            lines.push(`${Number(delivery.delivery_id.slice(4))} ${attempts.map((a) => a.number)}`);
          }
        }
      } catch (error) {
        if (!done.signal.aborted) throw error;
      }
      return lines;
    },
  };
}

test("what was there before is known, what it does next is told", async () => {
  const service = serviceOf([[deliveredOf(1, 2)], [deliveredOf(3)]]);
  service.put([deliveryOf(1, {}, 2), deadLetterOf(2)]);
  expect(await service.told()).toEqual(["1 3", "3 1"]);
});

test("what happens while the connection is broken is told after it, in its order, once", async () => {
  const missed = [deliveryOf(3, {}, 1), deliveredOf(20), deliveredOf(1, 1)];
  const service = serviceOf([
    [deliveryOf(1, {}, 1)],
    [deliveredOf(2)],
    "break",
    missed,
    [deliveredOf(20), deliveredOf(3, 1)],
  ]);
  expect(await service.told()).toEqual([
    "1 1",
    "2 1",
    "waiting: The connection ended",
    "1 2",
    "3 1",
    "20 1",
    "3 2",
  ]);
});

test("a delivery that began long before the gap and ended in it is told to its end", async () => {
  const service = serviceOf([[deliveredOf(3_000)], "break", [deadLetterOf(1)], []]);
  service.put([deliveryOf(1, {}, 2)]);
  expect(await service.told()).toContain("1 3,4,5");
});

test("a service that is away is told and tried again, however often", async () => {
  const service = serviceOf([[], "break", [], "unreachable", "unreachable", [deliveredOf(1)]]);
  expect(await service.told()).toEqual([
    "waiting: The connection ended",
    "waiting: It is away",
    "waiting: It is away",
    "1 1",
  ]);
});

test("without a stream the list is asked again and again", async () => {
  const service = serviceOf([[deliveryOf(1, {}, 1)], [deliveredOf(1, 1)]], { streams: false });
  expect(await service.told()).toEqual(["1 1", "1 2"]);
});
