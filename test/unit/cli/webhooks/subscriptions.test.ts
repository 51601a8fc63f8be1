import { expect, test } from "vitest";
import { deletionQuestion, setActive } from "../../../../src/cli/webhooks/change-subscriptions.ts";
import {
  changeSubscription,
  gatherSubscriptions,
  newSubscription,
  subscriptionPatch,
} from "../../../../src/cli/webhooks/subscriptions.ts";
import type { Client } from "../../../../src/client/types.ts";
import { AppError } from "../../../../src/core/errors.ts";
import { subscription } from "../../../helpers/subscription.ts";

const unchanged = { "clear-filters": false };

test("a new subscription has the events that were said, once each, and the filters that were given", () => {
  const url = "https://hooks.test/";
  expect(newSubscription(url, { event: ["*", "*"] })).toEqual({ url, events: ["*"] });
  expect(
    newSubscription(url, {
      event: ["chain.confirmed"],
      "min-severity": "high",
      tag: ["env=prod", "pci"],
    }),
  ).toEqual({
    url,
    events: ["chain.confirmed"],
    filters: { min_severity: "high", tags: { env: "prod", pci: "true" } },
  });
});

test("no events, no change and a tag without a key are usage errors that say what to type", () => {
  for (const wrong of [
    () => newSubscription("https://hooks.test/", {}),
    () => newSubscription("https://hooks.test/", { event: ["*"], tag: ["=prod"] }),
    () => subscriptionPatch(unchanged),
  ]) {
    expect(wrong).toThrow(AppError);
    expect(wrong).toThrow(expect.objectContaining({ kind: "usage", hint: expect.any(String) }));
  }
});

test("a filter that isn't named stays, unless the filters are cleared", async () => {
  const before = subscription({ filters: { min_severity: "low", tags: { env: "prod" } } });
  const sent: unknown[] = [];
  const client: Pick<Client, "subscription" | "updateSubscription"> = {
    subscription: async () => before,
    updateSubscription: async (_id, patch) => {
      sent.push(patch);
      return before;
    },
  };
  const change = async (flags: Parameters<typeof subscriptionPatch>[0]) => {
    const keepFilters = !flags["clear-filters"];
    await changeSubscription(client, before.id, { patch: subscriptionPatch(flags), keepFilters });
    return sent.pop();
  };
  expect(await change({ ...unchanged, "min-severity": "high" })).toEqual({
    filters: { min_severity: "high", tags: { env: "prod" } },
  });
  expect(await change({ ...unchanged, url: "https://b.test/" })).toEqual({
    url: "https://b.test/",
  });
  expect(await change({ "clear-filters": true, tag: ["role=db"] })).toEqual({
    filters: { tags: { role: "db" } },
  });
  expect(await change({ "clear-filters": true })).toEqual({ filters: {} });
});

test("pausing several touches none of them if one is absent, and each of them once", async () => {
  const changed: [string, unknown][] = [];
  const client: Pick<Client, "subscription" | "updateSubscription"> = {
    subscription: async (id) => {
      if (id === "sub_none")
        throw new AppError("not_found", "There is none.", { kind: "not_found" });
      return subscription({ id });
    },
    updateSubscription: async (id, patch) => {
      changed.push([id, patch]);
      return subscription({ id, active: false });
    },
  };
  await expect(setActive(client, ["sub_a", "sub_none"], false)).rejects.toMatchObject({
    kind: "not_found",
  });
  expect(changed).toEqual([]);
  expect(await setActive(client, ["sub_a", "sub_a", "sub_b"], false)).toHaveLength(2);
  expect(changed).toEqual([
    ["sub_a", { active: false }],
    ["sub_b", { active: false }],
  ]);
});

test("what is asked before a deletion names the one, or counts the several, with controls escaped", () => {
  const one = subscription({ url: "https://a.test/\u001b[2J" });
  expect(deletionQuestion([one])).toBe(
    `Delete the subscription of https://a.test/\\x1b[2J (${one.id}), with its secret?`,
  );
  expect(deletionQuestion([one, one])).toBe("Delete 2 subscriptions, with their secrets?");
});

test("a listing stops at its limit and keeps the cursor of what follows", async () => {
  const asked: unknown[] = [];
  const client = {
    async *subscriptions(query: unknown) {
      asked.push(query);
      yield { subscriptions: ["a", "b"], next_cursor: "2" };
      yield { subscriptions: ["c"], next_cursor: null };
    },
  } as unknown as Client;
  expect(await gatherSubscriptions(client, { limit: 1, all: false })).toEqual({
    subscriptions: ["a"],
    next_cursor: "2",
  });
  expect((await gatherSubscriptions(client, { limit: 50, all: true })).subscriptions).toEqual([
    ...["a", "b", "c"],
  ]);
  expect(asked).toEqual([{ limit: 1 }, { limit: 200 }]);
});
