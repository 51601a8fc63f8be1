import { defineConfig } from "vitest/config";
import { resultsIn } from "./test/results.ts";

// What takes long by its nature: real servers, browsers and executables, crashes, load, attacks.
export default defineConfig({
  test: {
    include: ["test/{full,hostile,planted}/**/*.test.ts"],
    globalSetup: ["test/built-copy.ts", "test/postgres-cluster.ts"],
    setupFiles: ["test/setup.ts"],
    pool: "threads",
    // Some measure how long answers take, so fewer run at a time.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { CI: "false" },
    reporters: resultsIn("test-results-full.json"),
  },
});
