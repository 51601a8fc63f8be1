import { defineConfig } from "vitest/config";

const files = "*.test.{ts,tsx}";

/** What replaces timers, listens to the process or reckons with the last id made has its thread to itself. */
const changeGlobals = [
  "test/unit/brain/run/write-throttle.test.ts",
  "test/unit/core/limit.test.ts",
  "test/unit/core/deadline.test.ts",
  "test/unit/server/webhooks/deliveries.test.ts",
  "test/unit/server/agents/plan-exchange.test.ts",
  "test/unit/server/agents/open-polls.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "apart",
          include: [`test/{commands,e2e}/**/${files}`, ...changeGlobals],
          globalSetup: ["test/built-copy.ts"],
        },
      },
      {
        // One after the other in the same thread: loading the modules anew for each file took
        // longer than all that these test. test/setup.ts sees to it that none leaves a trace.
        extends: true,
        test: {
          name: "together",
          include: [`test/{contract,unit}/**/${files}`],
          exclude: changeGlobals,
          isolate: false,
        },
      },
    ],
    setupFiles: ["test/setup.ts"],
    pool: "threads",
    // One more than the two cores this is held to: end-to-end tests wait a third of their time.
    maxWorkers: 3,
    testTimeout: 30_000,
    // Ink shows nothing live where it believes to be in CI.
    env: { CI: "false" },
    // .ci/run reads the counts for its closing line.
    reporters: process.env.CI
      ? ["default", ["json", { outputFile: "dist/test-results.json" }]]
      : ["default"],
  },
});
