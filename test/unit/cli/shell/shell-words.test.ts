import { expect, test } from "vitest";
import { wordsOf } from "../../../../src/cli/shell/shell-words.ts";
import type { Client } from "../../../../src/client/types.ts";

/** A server whose names can change, and that counts how often it is asked. */
function serverWith(hostnames: string[]) {
  const server = { hostnames, asked: 0 };
  const client = {
    async *agents() {
      server.asked += 1;
      yield server.hostnames.map((hostname) => ({ hostname, tags: { env: "prod" } }));
    },
    async *list() {
      yield { investigations: [{ query: "who?" }, { query: "who?" }, { query: "\u001b[2J" }] };
    },
  };
  return { server, client: client as unknown as Client };
}

test("hosts, tags and questions are each offered once, without what could drive a terminal", async () => {
  const { client } = serverWith(["web-1", "a b", "\u001b[2J", "db-1", "web-1"]);
  expect(await wordsOf(client, { now: () => 0 })()).toEqual({
    hosts: ["db-1", "web-1"],
    tags: ["env=prod"],
    questions: ["who?"],
  });
});

test("a server is asked again after a minute", async () => {
  const { client, server } = serverWith(["web-1"]);
  let now = 0;
  const words = wordsOf(client, { now: () => now });
  await words();
  server.hostnames = ["web-2"];
  now = 59_000;
  expect((await words()).hosts).toEqual(["web-1"]);
  now = 60_000;
  expect((await words()).hosts).toEqual(["web-2"]);
  expect(server.asked).toBe(2);
});

test("a server that is late is not waited for, and its words are there the next time", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { client } = serverWith(["web-1"]);
  const { agents } = client;
  const late = {
    ...client,
    async *agents() {
      await answered;
      yield* agents({});
    },
  };
  const words = wordsOf(late as Client, { now: () => 0, patienceMs: 1 });
  expect((await words()).hosts).toEqual([]);
  answer();
  await expect.poll(async () => (await words()).hosts).toEqual(["web-1"]);
});

test("a server that fails offers nothing", async () => {
  const { client } = serverWith([]);
  const failing = {
    ...client,
    agents: () => {
      throw new Error("no");
    },
  };
  expect((await wordsOf(failing as Client, { now: () => 0 })()).questions).toEqual([]);
});
