import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  type Admission,
  keepAdmitted,
} from "../../../../../src/cli/webhooks/listen/keep-admitted.ts";
import { parseTarget } from "../../../../../src/cli/webhooks/listen/listen-flags.ts";
import {
  listenerPort,
  removeStaleListeners,
} from "../../../../../src/cli/webhooks/listen/stale-listeners.ts";
import type { Client } from "../../../../../src/client/types.ts";

/** When it admitted, and what it told, while the server's runs were these, by second. */
async function admitted(runs: (string | undefined)[], failing: number[] = []) {
  const done = new AbortController();
  const told: string[] = [];
  let nowMs = 0;
  const second = () => Math.floor(nowMs / 1_000);
  const admission: Admission = {
    admit: async () => {
      told.push(`admitted at ${second()}`);
      if (failing.includes(second())) throw new Error("it is just starting");
      return true;
    },
    serverRun: () => runs[second()],
    now: () => nowMs,
    sleep: async (ms, signal) => {
      nowMs += ms;
      if (second() >= runs.length) done.abort(new Error("done"));
      signal.throwIfAborted();
    },
    signal: done.signal,
    note: (text) => told.push(text),
  };
  await expect(keepAdmitted(admission)).rejects.toThrow("done");
  return told;
}

test("the admission is renewed every twenty seconds", async () => {
  expect(await admitted(Array(50).fill("1"))).toEqual(["admitted at 20", "admitted at 40"]);
});

test("a server that has started anew is told at once", async () => {
  expect(await admitted(["1", "1", undefined, undefined, "2", "2"])).toEqual([
    "The server is unavailable; waiting for it …",
    "admitted at 4",
    "The server is back.",
  ]);
});

test("a server that can't take it yet is asked again", async () => {
  expect(await admitted(["1", undefined, "2", "2"], [2])).toEqual([
    "The server is unavailable; waiting for it …",
    "admitted at 2",
    "admitted at 2",
    "admitted at 3",
    "The server is back.",
  ]);
});

test("subscriptions of listeners that died are removed, and no others", async () => {
  const living = createServer().listen(0, "127.0.0.1");
  const dead = createServer().listen(0, "127.0.0.1");
  await Promise.all([once(living, "listening"), once(dead, "listening")]);
  onTestFinished(() => void living.close());
  const portOf = (server: typeof living) => (server.address() as AddressInfo).port;
  const urls = [
    `https://127.0.0.1:${portOf(dead)}/inquest-listen/a`,
    `https://127.0.0.1:${portOf(living)}/inquest-listen/b`,
    `https://127.0.0.1:${portOf(dead)}/hook`,
    "https://example.com/inquest-listen/c",
  ];
  dead.close();
  const deleted: string[] = [];
  const client = {
    async *subscriptions() {
      yield { subscriptions: urls.map((url, at) => ({ id: `sub_${at}`, url })), next_cursor: null };
    },
    deleteSubscription: async (id: string) => void deleted.push(id),
  } as unknown as Client;
  expect(await removeStaleListeners(client, new AbortController().signal)).toBe(1);
  expect(deleted).toEqual(["sub_0"]);
});

test("a listener's URL is known by its place and path", () => {
  expect(listenerPort("https://127.0.0.1:4000/inquest-listen/x")).toBe(4000);
  expect(listenerPort("https://127.0.0.1/inquest-listen/x")).toBeUndefined();
  expect(listenerPort("nonsense")).toBeUndefined();
});

test("a target is an address, or a port of this machine", () => {
  expect(parseTarget("http://localhost:3000/hook").href).toBe("http://localhost:3000/hook");
  expect(parseTarget("3000").href).toBe("http://127.0.0.1:3000/");
  expect(() => parseTarget("localhost:3000")).toThrow("not an HTTP address");
});
