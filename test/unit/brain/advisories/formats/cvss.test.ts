import { expect, test } from "vitest";
import { cvssScore } from "../../../../../src/brain/advisories/formats/cvss.ts";
import { severityOfCvss } from "../../../../../src/brain/advisories/formats/severity.ts";

/** Scores as the National Vulnerability Database states them. */
test.each([
  ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H", 10, "critical"], // CVE-2021-44228
  ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 9.8, "critical"],
  ["CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H", 7.8, "high"], // CVE-2022-0847
  ["CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", 7.5, "high"], // CVE-2014-0160
  ["CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", 6.1, "medium"], // CVE-2020-11022 (6.1)
  ["CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N", 3.7, "low"],
  ["CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:N/I:N/A:N", 0, "info"],
] as const)("%s is %d", (vector, score, severity) => {
  expect(cvssScore(vector)).toBe(score);
  expect(severityOfCvss(vector)).toBe(severity);
});

test.each(["", "CVSS:4.0/AV:N", "CVSS:3.1/AV:N/AC:L", "AV:N/AC:L/Au:N/C:P/I:P/A:P", "7.5"])(
  "%j has no score",
  (vector) => expect(cvssScore(vector)).toBeNull(),
);
