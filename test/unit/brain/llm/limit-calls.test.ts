import { afterEach, expect, test, vi } from "vitest";
import type { Completion, LanguageModel } from "../../../../src/brain/llm/language-model.ts";
import {
  callTimeoutMs,
  limitCalls,
  maxCallsPerHour,
} from "../../../../src/brain/llm/limit-calls.ts";

afterEach(() => vi.useRealTimers());

const signal = new AbortController().signal;
const answered: Completion = { ok: true, text: "{}" };

/** A model that answers when the test says so, or fails when it is aborted. */
function slowModel() {
  const waiting: (() => void)[] = [];
  const model: LanguageModel = {
    name: "slow",
    complete: (_, options) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(answered));
        options.signal.addEventListener("abort", () =>
          resolve({ ok: false, reason: "it did not answer in time" }),
        );
      }),
  };
  return { model, waiting };
}

test("a call ends at the time limit", async () => {
  vi.useFakeTimers();
  const ask = limitCalls(slowModel().model, { now: () => 0 });
  const call = ask([], { accountId: "a", signal });
  await vi.advanceTimersByTimeAsync(callTimeoutMs);
  expect(await call).toEqual({ ok: false, reason: "it did not answer in time" });
});

test("a call ends when the run is cancelled", async () => {
  const { model, waiting } = slowModel();
  const abort = new AbortController();
  const call = limitCalls(model, { now: () => 0 })([], { accountId: "a", signal: abort.signal });
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  abort.abort();
  expect(await call).toMatchObject({ ok: false });
});

test("an account waits for its turn, and others don't", async () => {
  const { model, waiting } = slowModel();
  const ask = limitCalls(model, { now: () => 0 });
  const first = ask([], { accountId: "a", signal });
  const second = ask([], { accountId: "a", signal });
  const other = ask([], { accountId: "b", signal });
  await vi.waitFor(() => expect(waiting.length).toBe(2));
  for (const answer of waiting) answer();
  expect(await Promise.all([first, other])).toEqual([answered, answered]);
  await vi.waitFor(() => expect(waiting.length).toBe(3));
  waiting[2]?.();
  expect(await second).toEqual(answered);
});

test("a question that is cancelled while it waits for its turn is never asked", async () => {
  const { model, waiting } = slowModel();
  const ask = limitCalls(model, { now: () => 0 });
  const first = ask([], { accountId: "a", signal });
  const abort = new AbortController();
  const second = ask([], { accountId: "a", signal: abort.signal });
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  abort.abort();
  waiting[0]?.();
  expect(await first).toEqual(answered);
  expect(await second).toMatchObject({ ok: false });
  expect(waiting.length).toBe(1);
});

test("the wait for a turn counts towards the time limit", async () => {
  vi.useFakeTimers();
  const ask = limitCalls(slowModel().model, { now: () => 0 });
  const calls = [1, 2].map(() => ask([], { accountId: "a", signal }));
  await vi.advanceTimersByTimeAsync(callTimeoutMs);
  expect(await Promise.all(calls)).toMatchObject([{ ok: false }, { ok: false }]);
});

test("the model is asked no more often than the budget allows, and again an hour later", async () => {
  let nowMs = 0;
  let calls = 0;
  const model: LanguageModel = {
    name: "counting",
    complete: async () => {
      calls += 1;
      return answered;
    },
  };
  const ask = limitCalls(model, { now: () => nowMs });
  for (let at = 0; at < maxCallsPerHour; at += 1) {
    expect(await ask([], { accountId: `${at}`, signal })).toEqual(answered);
  }
  expect(await ask([], { accountId: "a", signal })).toEqual({
    ok: false,
    reason: "the limit of 60 calls an hour is reached",
  });
  nowMs += 3_600_000;
  expect(await ask([], { accountId: "a", signal })).toEqual(answered);
  expect(calls).toBe(maxCallsPerHour + 1);
});
