import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, onTestFinished, test, vi } from "vitest";
import { startDeadline } from "../../../src/core/deadline.ts";

test("it aborts after the timeout, even if garbage was collected meanwhile", async () => {
  const { outputFiles } = await build({
    entryPoints: ["src/core/deadline.ts"],
    format: "esm",
    write: false,
  });
  const script = `${outputFiles[0]!.text}
    const { signal } = startDeadline(new AbortController().signal, 300);
    signal.addEventListener("abort", () => { console.log(signal.reason.name); process.exit(); });
    setInterval(gc, 20);
    setTimeout(() => process.exit(1), 10_000);`;
  const flags = ["--expose-gc", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(stdout).toBe("TimeoutError\n");
});

test("it aborts with its signal, also when that has already aborted", () => {
  const stop = new AbortController();
  const before = startDeadline(stop.signal, 60_000);
  expect(before.signal.aborted).toBe(false);
  stop.abort();
  const after = startDeadline(stop.signal, 60_000);
  expect([before.signal.aborted, after.signal.aborted]).toEqual([true, true]);
  for (const deadline of [before, after]) deadline.clear();
});

test("after clear it never aborts", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const never = new AbortController().signal;
  const cleared = startDeadline(never, 1_000);
  const kept = startDeadline(never, 1_000);
  cleared.clear();
  vi.advanceTimersByTime(1_000);
  expect([cleared.signal.aborted, kept.signal.aborted]).toEqual([false, true]);
});

test("any number of listeners can wait on it without a leak warning", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const run = startDeadline(new AbortController().signal, 60_000);
  const hosts = [...Array(20)].map(() => startDeadline(run.signal, 60_000));
  // A warning is emitted on the next tick.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
  for (const each of [run, ...hosts]) each.clear();
});
