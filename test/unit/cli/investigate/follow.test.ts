import { expect, test } from "vitest";
import { interrupted } from "../../../../src/cli/errors/interrupt.ts";
import { followToEnd } from "../../../../src/cli/investigate/follow.ts";
import { gatherInvestigations } from "../../../../src/cli/investigate/gather-investigations.ts";
import { progressLines } from "../../../../src/cli/investigate/progress-view.ts";
import type { Client, StreamEvent } from "../../../../src/client/types.ts";
import { finding, investigation } from "../../ui/investigation-fixture.ts";

const completed: StreamEvent = { type: "status", data: { status: "completed" } };

/** A connection whose stream tells `events`; without a terminal status it hangs until it is aborted. */
function connectionTelling(events: StreamEvent[], kind: "local" | "embedded" = "local") {
  const client: Partial<Client> = {
    async *follow(_id, call) {
      yield* events;
      if (!events.includes(completed)) await untilAborted(call!.signal!);
    },
    get: async () => investigation,
  };
  return { client: client as Client, kind, url: "", pid: null, close: async () => {} };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

function recordingWatcher() {
  const seen: string[] = [];
  return {
    seen,
    show: (event: StreamEvent) => seen.push(event.type),
    stop: () => seen.push("stop"),
  };
}

test("every event is told, the terminal is given back, the whole investigation comes out", async () => {
  const view = recordingWatcher();
  const connection = connectionTelling([{ type: "finding", data: finding }, completed]);
  const signal = new AbortController().signal;
  const result = await followToEnd({ connection, id: "inv_1", signal, view });
  expect(result).toBe(investigation);
  expect(view.seen).toEqual(["finding", "status", "stop"]);
});

test("an interruption says how to go on and exits with 130", async () => {
  const view = recordingWatcher();
  const connection = connectionTelling([]);
  const signal = AbortSignal.abort(interrupted());
  await expect(followToEnd({ connection, id: "inv_1", signal, view })).rejects.toMatchObject({
    kind: "interrupted",
    message: "Stopped following; inv_1 is still running.",
    hint: "Resume with: investigate watch inv_1. Cancel with: investigate cancel inv_1.",
  });
  expect(view.seen).toEqual(["stop"]);
});

test("the time limit exits with 124", async () => {
  const { signal } = new AbortController();
  const connection = connectionTelling([], "embedded");
  const view = recordingWatcher();
  const following = { connection, id: "inv_1", signal, timeoutMs: 5, pauses: true, view };
  await expect(followToEnd(following)).rejects.toMatchObject({
    code: "timed_out",
    kind: "timed_out",
    message: expect.stringMatching(/^Timed out after 0\.005 s; inv_1 is paused until a server or /),
  });
});

test("an error of the service comes through as it is", async () => {
  const connection = connectionTelling([completed]);
  connection.client.get = async () => Promise.reject(new Error("boom"));
  const { signal } = new AbortController();
  const following = { connection, id: "inv_1", signal, view: recordingWatcher() };
  await expect(followToEnd(following)).rejects.toThrow("boom");
});

test("in a pipe a phase and a finding are a line each", () => {
  const lines: string[] = [];
  const view = progressLines((line) => lines.push(line));
  const progress = { phase: "collecting", message: "asking 2 hosts" };
  const told = { type: "progress", data: progress } as StreamEvent;
  for (const event of [told, told, { type: "finding", data: finding } as StreamEvent, completed]) {
    view.show(event);
  }
  expect(lines).toEqual([
    "collecting: asking 2 hosts",
    "found: high  web-01  A shell listens on every interface",
  ]);
});

test("a listing gathers pages up to its limit, or all of them", async () => {
  const asked: unknown[] = [];
  const client: Partial<Client> = {
    async *list(query) {
      asked.push(query);
      yield { investigations: [investigation, investigation], next_cursor: "c" };
      yield { investigations: [investigation], next_cursor: null };
    },
  };
  const gather = (limit: number, all: boolean) =>
    gatherInvestigations(client as Client, { limit, all, status: "failed" });
  expect(await gather(1, false)).toEqual({ investigations: [investigation], next_cursor: "c" });
  expect((await gather(1, true)).investigations).toHaveLength(3);
  expect(asked).toEqual([
    { status: "failed", curiosity_id: undefined, limit: 1 },
    { status: "failed", curiosity_id: undefined, limit: 200 },
  ]);
});
