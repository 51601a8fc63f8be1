import { expect, test } from "vitest";
import { createCleanup } from "../../../src/core/cleanup.ts";

test("steps run one after the other, the last added first", async () => {
  const cleanup = createCleanup();
  const log: string[] = [];
  const step = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
  };
  cleanup.defer(step("store"));
  cleanup.defer(step("agents"));
  await cleanup.run();
  expect(log).toEqual(["agents begins", "agents ends", "store begins", "store ends"]);
});

test("a step that fails does not keep the others from running, and the first failure is thrown", async () => {
  const cleanup = createCleanup();
  const log: string[] = [];
  cleanup.defer(() => log.push("store"));
  cleanup.defer(() => Promise.reject(new Error("second")));
  cleanup.defer(() => {
    throw new Error("first");
  });
  await expect(cleanup.run()).rejects.toThrow("first");
  expect(log).toEqual(["store"]);
});

test("every step runs once, however often it is run", async () => {
  const cleanup = createCleanup();
  let runs = 0;
  cleanup.defer(() => {
    runs += 1;
  });
  await Promise.all([cleanup.run(), cleanup.run()]);
  await cleanup.run();
  expect(runs).toBe(1);
});

test("a start that fails is cleaned up, and its own error is thrown", async () => {
  const cleanup = createCleanup();
  const log: string[] = [];
  const start = async () => {
    cleanup.defer(() => log.push("store closed"));
    cleanup.defer(() => Promise.reject(new Error("of the cleanup")));
    throw new Error("of the start");
  };
  await expect(cleanup.onFailure(start)).rejects.toThrow("of the start");
  expect(log).toEqual(["store closed"]);
});

test("a start that succeeds gives its result and cleans up nothing", async () => {
  const cleanup = createCleanup();
  const log: string[] = [];
  cleanup.defer(() => log.push("store closed"));
  expect(await cleanup.onFailure(async () => "ready")).toBe("ready");
  expect(log).toEqual([]);
});
