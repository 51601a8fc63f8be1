import { expect, test } from "vitest";
import type { Estate, PathRequest } from "../../../../../src/brain/pathfinder/model/types.ts";
import type { EstateReply } from "../../../../../src/brain/pathfinder/worker/messages.ts";
import { serveEstates } from "../../../../../src/brain/pathfinder/worker/serve-estates.ts";
import { pathOutcome } from "../../../../helpers/paths.ts";

const facts = {
  agent_id: "web-1",
  hostname: "web-1",
  os: "linux",
  addresses: [],
  tags: {},
  criticality: "normal" as const,
  collectedAt: "2026-11-01T12:00:00.000Z",
  source: "live" as const,
  results: new Map(),
};
const request: PathRequest = {
  question: { from: { kind: "any" }, to: { kind: "any" }, mode: "find" },
  agentIds: null,
  k: 1,
  maxSteps: 1,
  timeoutMs: 1,
};
const search = (estate: string, id: number, stop = new Int32Array(1)) => ({
  type: "search" as const,
  estate,
  id,
  request,
  stop,
});

/** Estates that count the hosts they were given. */
function serve(found: (hosts: number, nowMs: number) => void = () => {}) {
  const replies: EstateReply[] = [];
  const works: (() => void)[] = [];
  let derived = 0;
  const tell = serveEstates({
    create(clock): Estate {
      const hosts = new Map<string, typeof facts>();
      return {
        hosts: () => hosts,
        replace: (one) => void hosts.set(one.agent_id, { ...facts, ...one } as typeof facts),
        remove: (agentId) => void hosts.delete(agentId),
        search() {
          found(hosts.size, clock.now());
          return pathOutcome({ count: hosts.size });
        },
        findRootPaths: () => ({ paths: [], counts: { hosts: hosts.size }, cutShort: null }),
        deriveAhead: () => ++derived % 3 > 0,
      };
    },
    post: (reply) => replies.push(reply),
    afterMessages: (work) => works.push(work),
  });
  /** Runs what waits for the messages, and returns how often something was derived. */
  function pause(): number {
    derived = 0;
    for (let work = works.shift(); work; work = works.shift()) work();
    return derived;
  }
  return { tell, replies, pause };
}

test("estates of accounts are separate, and a search sees all earlier messages", () => {
  const { tell, replies } = serve();
  tell({ type: "replace", estate: "one", facts });
  tell(search("one", 1));
  tell(search("two", 2));
  tell({ type: "remove", estate: "one", agentId: "web-1" });
  tell(search("one", 3));
  expect(replies).toMatchObject([
    { id: 1, answer: { count: 1 } },
    { id: 2, answer: { count: 0 } },
    { id: 3, answer: { count: 0 } },
  ]);
});

test("a search for paths to root is answered beside the others", () => {
  const { tell, replies } = serve();
  tell({ type: "replace", estate: "one", facts });
  const request = { agentIds: new Set(["web-1"]), limit: 1, maxSteps: 1, timeoutMs: 1 };
  const stop = new Int32Array(1);
  tell({ type: "findRootPaths", estate: "one", id: 1, request, stop });
  expect(replies).toMatchObject([{ id: 1, answer: { counts: { hosts: 1 } } }]);
});

test("an abandoned search times out at once, and no other one does", () => {
  const times: number[] = [];
  const { tell } = serve((_, nowMs) => times.push(nowMs));
  tell(search("one", 1, new Int32Array([1])));
  tell(search("one", 2));
  expect(times[0]).toBe(Number.POSITIVE_INFINITY);
  expect(Number.isFinite(times[1])).toBe(true);
});

test("a failed search returns its error, and the next one runs", () => {
  let fail = true;
  const { tell, replies } = serve(() => {
    if (fail) throw new Error("a bug");
  });
  tell(search("one", 1));
  fail = false;
  tell(search("one", 2));
  expect(replies).toMatchObject([
    { id: 1, error: expect.stringContaining("a bug") },
    { id: 2, answer: { count: 0 } },
  ]);
});

test("after a question all is derived, in parts", () => {
  const { tell, pause } = serve();
  tell({ type: "replace", estate: "one", facts });
  expect(pause()).toBe(0);
  tell(search("one", 1));
  tell(search("one", 2));
  expect(pause()).toBe(3);
  tell(search("one", 3));
  tell(search("two", 4));
  expect(pause()).toBe(6);
});

test("nothing is derived of hosts that change before the next question", () => {
  const { tell, pause } = serve();
  tell(search("one", 1));
  tell({ type: "replace", estate: "one", facts });
  expect(pause()).toBe(0);
  tell(search("one", 2));
  expect(pause()).toBe(3);
});
