// Names the failed and skipped tests of `npm test` and `npm run test:full`, and those that passed only
// when they ran again, and prints the sum of both commands as the last line. A command that left no
// results counts as one failed test. What failed comes last, where a cut output still has it, the
// commands named as arguments too.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = process.argv.slice(2).map((command) => `Failed: ${command}`);
for (const file of ["dist-tests/test-results.json", "dist-tests/test-results-full.json"]) {
  let results;
  try {
    results = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    failures.push(`No test results: ${error.message}`);
    counts.failed += 1;
    continue;
  }
  for (const { name, status, message, assertionResults } of results.testResults) {
    const path = relative(".", name);
    for (const { status, fullName, failureMessages, failedFirst } of assertionResults) {
      counts[status in counts ? status : "skipped"] += 1;
      const failure = `${path}: ${fullName}\n${failureMessages.join("\n")}`;
      if (status === "failed") failures.push(`Failed: ${failure}`);
      else if (status !== "passed") console.log(`Skipped: ${fullName}`);
      else if (failedFirst) console.log(`Passed only when run again: ${failure}`);
    }
    // A file that could not be loaded, or whose hook failed, has no failed test.
    if (status === "passed" || assertionResults.some((test) => test.status === "failed")) continue;
    failures.push(`Failed as a whole: ${path} ${message}`);
    counts.failed += 1;
  }
}
for (const failure of failures) console.log(failure);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;
