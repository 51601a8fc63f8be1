import fc from "fast-check";
import { afterAll, expect, vi } from "vitest";

// The same inputs in every run, so that a failure can be reproduced.
fc.configureGlobal({ seed: 20_261_120 });

const folder = process.cwd();
const env = { ...process.env };

// Other files run in the same thread afterwards.
afterAll(() => {
  const names = Object.keys({ ...env, ...process.env });
  expect({
    folder: process.cwd(),
    changedEnv: names.filter((name) => process.env[name] !== env[name]),
    fakeTimers: vi.isFakeTimers(),
  }).toEqual({ folder, changedEnv: [], fakeTimers: false });
});
