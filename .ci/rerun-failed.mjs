// Runs the failed tests of a results file once more, by themselves, and corrects the file by what
// passes then: `node .ci/rerun-failed.mjs test-results.json npm test`. Many tests wait for real
// programs, which a busy machine can delay beyond any limit; count-tests.mjs names those that failed
// first. Ends with 1 if a test fails again or if something else than a test failed.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

const [name, program, ...args] = process.argv.slice(2);
// A planted case that failed runs again however late it is.
const { PLANTED_UNTIL: _, ...env } = process.env;
const path = `dist-tests/${name}`;
const read = () => JSON.parse(readFileSync(path, "utf8"));
const failedIn = ({ assertionResults }) =>
  assertionResults.filter(({ status }) => status === "failed");

const results = read();
const files = results.testResults.filter(({ status }) => status === "failed");
for (const file of files) {
  const failed = failedIn(file);
  const names = failed.map(({ fullName }) => fullName.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const only = names.length > 0 ? ["-t", `^(${names.join("|")})$`] : [];
  spawnSync(program, [...args, "--", relative(".", file.name), ...only], {
    stdio: "inherit",
    env,
  });
  const again = read().testResults.find((one) => one.name === file.name);
  if (failed.length === 0 && again) Object.assign(file, again);
  for (const test of failed)
    if (
      again?.assertionResults.find(({ fullName }) => fullName === test.fullName)?.status ===
      "passed"
    )
      Object.assign(test, { status: "passed", failedFirst: true });
  if (failedIn(file).length === 0 && again?.status === "passed") file.status = "passed";
}
writeFileSync(path, JSON.stringify(results));
const passed = files.length > 0 && files.every(({ status }) => status === "passed");
process.exitCode = passed ? 0 : 1;
