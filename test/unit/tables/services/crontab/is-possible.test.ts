import { expect, test } from "vitest";
import { parseCrontab } from "../../../../../src/tables/parsers/crontab-line.ts";
import { isPossible } from "../../../../../src/tables/services/crontab/is-possible.ts";

test.each([
  ["0 0 30 2 *", false],
  ["0 0 31 4,jun,9-9,NOV *", false],
  ["0 0 30-31 feb *", false],
  ["0 0 */31 2 *", true],
  ["0 0 30/31 2 *", false],
  ["0 0 29 2 *", true],
  ["0 0 31 2-3 *", true],
  ["0 0 30 2 1", true],
  ["@yearly", true],
])("%s is a date that comes: %s", (time, comes) => {
  const [job] = parseCrontab(`${time} root true\n`, true);
  expect(isPossible(job!)).toBe(comes);
});
