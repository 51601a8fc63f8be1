import { expect, test } from "vitest";
import { awaitAttempt, testExitCode } from "../../../../src/cli/webhooks/await-attempt.ts";
import { deliveryFilter, gatherDeliveries } from "../../../../src/cli/webhooks/deliveries.ts";
import type { Client } from "../../../../src/client/types.ts";
import { deliveryOf } from "../../../helpers/delivery.ts";

const nowMs = Date.parse("2026-11-01T12:00:00.000Z");

test("flags become the service's filter: ages count from now, dead is its word for dead letters", () => {
  expect(deliveryFilter({}, nowMs)).toEqual({});
  expect(
    deliveryFilter(
      {
        status: "dead",
        subscription: "sub_1",
        event: "chain.confirmed",
        since: "1h",
        until: "2026-11-01T13:30:00+02:00",
      },
      nowMs,
    ),
  ).toEqual({
    status: "failed_permanent",
    subscription_id: "sub_1",
    event_type: "chain.confirmed",
    since: "2026-11-01T11:00:00.000Z",
    until: "2026-11-01T11:30:00.000Z",
  });
  expect(() => deliveryFilter({ since: "yesterday" }, nowMs)).toThrow(
    expect.objectContaining({ kind: "usage" }),
  );
});

test("every page is asked for with the filter", async () => {
  const asked: unknown[] = [];
  const client = {
    async *deliveries(query: unknown) {
      asked.push(query);
      yield { deliveries: [], next_cursor: null };
    },
  } as unknown as Client;
  const filter = { status: "failed_permanent" } as const;
  await gatherDeliveries(client, filter, { limit: 10, all: false });
  expect(asked).toEqual([{ status: "failed_permanent", limit: 10 }]);
});

test("a test is over with its first attempt, whatever comes of it", async () => {
  const states = [deliveryOf(1), deliveryOf(1), deliveryOf(1, {}, 1)];
  const client = { delivery: async () => states.shift()! };
  const seen = await awaitAttempt({ client, sleep: async () => {} }, "dlv_1");
  expect(seen.status).toBe("retrying");
  expect(
    ["delivered", "retrying", "failed_permanent"].map((status) =>
      testExitCode({ status } as Parameters<typeof testExitCode>[0]),
    ),
  ).toEqual([0, 1, 1]);
});

test("a test that nobody attempts ends after a while, and says where to look later", async () => {
  let sleptMs = 0;
  const client = { delivery: async () => deliveryOf(1) };
  const sleep = async (ms: number) => {
    sleptMs += ms;
  };
  await expect(awaitAttempt({ client, sleep }, "dlv_1")).rejects.toMatchObject({
    kind: "failed",
    hint: expect.stringContaining("inquest webhooks deliveries dlv_1"),
  });
  expect(sleptMs).toBeGreaterThan(10_000);
});
