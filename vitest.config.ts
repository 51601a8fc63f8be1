import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    setupFiles: ["test/setup.ts"],
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 30_000,
    // Ink shows nothing live where it believes to be in CI.
    env: { CI: "false" },
    // .ci/run reads the counts for its closing line.
    reporters: process.env.CI
      ? ["default", ["json", { outputFile: "dist/test-results.json" }]]
      : ["default"],
  },
});
