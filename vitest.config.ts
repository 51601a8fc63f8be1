import { defineConfig } from "vitest/config";
import { LongFirst } from "./test/long-first.ts";
import { resultsIn } from "./test/results.ts";

const files = "*.test.{ts,tsx}";

/** These replace timers, listen to the process or depend on the last id made: each gets its own thread. */
const changeGlobals = [
  "test/unit/brain/run/write-throttle.test.ts",
  "test/unit/core/limit.test.ts",
  "test/unit/core/deadline.test.ts",
  "test/unit/server/webhooks/deliveries.test.ts",
  "test/unit/server/agents/exchange/plan-exchange.test.ts",
  "test/unit/server/agents/open-polls.test.ts",
];

// What takes long by its nature is in test/full: vitest.full.config.ts.
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: "apart", include: changeGlobals },
      },
      {
        // Files share threads: loading the modules anew for each file took longer than testing.
        // test/setup.ts fails a file that leaves a trace.
        extends: true,
        test: {
          name: "together",
          include: [`test/{commands,contract,e2e,unit}/**/${files}`],
          exclude: changeGlobals,
          isolate: false,
          globalSetup: ["test/built-copy.ts", "test/postgres-cluster.ts"],
        },
      },
    ],
    setupFiles: ["test/setup.ts"],
    pool: "threads",
    // One more than the two cores: end-to-end tests wait for processes a third of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Ink shows nothing live if it believes to be in CI.
    env: { CI: "false" },
    reporters: resultsIn("test-results.json"),
  },
});
