import { defineConfig } from "vitest/config";
import { resultsIn } from "./test/results.ts";

// What takes long by its nature: real servers, browsers and executables, crashes, load, attacks.
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: "embedded", include: ["test/{full,hostile,planted}/**/*.test.ts"] },
      },
      {
        // The API's end-to-end tests again, with two servers over one database that get the requests in turn.
        extends: true,
        test: {
          name: "PostgreSQL",
          include: ["test/e2e/contract-*.test.ts"],
          env: { CI: "false", INQUEST_TEST_STORE: "postgres" },
        },
      },
    ],
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
