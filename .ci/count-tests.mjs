// Lists the skipped tests of `npm test` and `npm run test:full` and prints the sum of both as the last
// line. A command that left no results counts as one failed test.
import { readFileSync } from "node:fs";

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of ["dist-tests/test-results.json", "dist-tests/test-results-full.json"]) {
  let results;
  try {
    results = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    console.log(`No test results: ${error.message}`);
    counts.failed += 1;
    continue;
  }
  counts.passed += results.numPassedTests;
  counts.failed += results.numFailedTests;
  counts.skipped += results.numPendingTests + results.numTodoTests;
  for (const { name, status, message, assertionResults } of results.testResults) {
    for (const test of assertionResults)
      if (test.status !== "passed" && test.status !== "failed")
        console.log(`Skipped: ${test.fullName}`);
    // A file that could not be loaded, or whose hook failed, has no failed test.
    if (status === "passed" || assertionResults.some((test) => test.status === "failed")) continue;
    console.log(`Failed as a whole: ${name} ${message}`);
    counts.failed += 1;
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;
