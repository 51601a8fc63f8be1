import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparePep440 } from "../../../../src/brain/advisories/versions/pep440.ts";
import { compareSemver } from "../../../../src/brain/advisories/versions/semver.ts";
import { compareDpkg } from "../../../../src/core/versions/dpkg.ts";
import type { CompareVersions } from "../../../../src/core/versions/order.ts";
import { compareRpm } from "../../../../src/core/versions/rpm.ts";

/** Versions from the oldest to the newest. */
const orders: [string, CompareVersions, string[]][] = [
  [
    "dpkg",
    compareDpkg,
    [
      "1.0~~",
      "1.0~rc1-1",
      "1.0",
      "1.0-0.1",
      "1.0-1",
      "1.0-1+b1",
      "1.0-1+deb12u1",
      "1.0a",
      "1.0+dfsg-1",
      "1.0.1-1",
      "1.2-1",
      "1.10-1",
      "1:0.5",
      "2:0",
    ],
  ],
  [
    "rpm",
    compareRpm,
    [
      "1.0~rc1-1",
      "1.0-1.el9",
      "1.0-1.el9_2",
      "1.0-2.el9",
      "1.0^git1-1",
      "1.0a-1",
      "1.0.1-1",
      "1.10-1",
      "1:0.5-1",
    ],
  ],
  [
    "semver",
    compareSemver,
    [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.1",
      "1.2.0",
      "1.10.0",
      "2.0.0",
    ],
  ],
  [
    "PEP 440",
    comparePep440,
    [
      "1.0.dev456",
      "1.0a1",
      "1.0a2.dev456",
      "1.0a12.dev456",
      "1.0a12",
      "1.0b1.dev456",
      "1.0b2",
      "1.0b2.post345.dev456",
      "1.0b2.post345",
      "1.0rc1.dev456",
      "1.0rc1",
      "1.0",
      "1.0+abc.5",
      "1.0+abc.7",
      "1.0+5",
      "1.0.post456.dev34",
      "1.0.post456",
      "1.1.dev1",
      "1!0.1",
    ],
  ],
];

describe.each(orders)("%s", (_, compare, sorted) => {
  test("orders versions by its specification, in both directions", () => {
    for (const [at, left] of sorted.entries())
      for (const [other, right] of sorted.entries())
        expect([left, right, Math.sign(compare(left, right))]).toEqual([
          left,
          right,
          Math.sign(at - other),
        ]);
  });
});

test.each([
  ["leading zeros", compareDpkg, "1.01-1", "1.1-1"],
  ["an epoch of 0", compareDpkg, "0:1.0", "1.0"],
  ["build metadata", compareSemver, "1.0.0+a", "v1.0.0+b"],
  ["missing numbers", comparePep440, "1.0", "1.0.0"],
  ["spellings", comparePep440, "1.0-ALPHA.1", "1.0a1"],
  ["a version without a release", compareRpm, "1.0", "1.0-3.el9"],
])("%s makes no difference", (_, compare, left, right) => {
  expect(compare(left, right)).toBe(0);
});

const hasDpkg = spawnSync("dpkg", ["--version"]).status === 0;

test.runIf(hasDpkg)(
  "dpkg --compare-versions agrees on random versions and on those installed",
  () => {
    const part = fc.array(
      fc.constantFrom("1", "2", "10", "0", "~", "+", ".", "a", "b1", "rc", "-1", "dfsg"),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    const version = fc
      .tuple(fc.constantFrom("", "1:"), part)
      .map(([epoch, parts]) => `${epoch}1${parts.join("")}`);
    const pairs = fc.sample(fc.tuple(version, version), { numRuns: 300, seed: 7 });
    const installed = execFileSync("dpkg-query", ["--show"], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.split("\t")[1] ?? "")
      .filter((text) => text !== "")
      .slice(0, 60);
    for (const [at, one] of installed.entries()) pairs.push([one, installed[at + 1] ?? one]);
    const script =
      'while read -r a b; do if dpkg --compare-versions "$a" lt "$b"; then echo -1; elif dpkg --compare-versions "$a" eq "$b"; then echo 0; else echo 1; fi; done';
    const input = pairs.map((pair) => pair.join(" ")).join("\n");
    const orders = execFileSync("bash", ["-c", script], { input: `${input}\n`, encoding: "utf8" });
    expect(pairs.map(([a, b]) => [a, b, Math.sign(compareDpkg(a, b))])).toEqual(
      orders
        .trim()
        .split("\n")
        .map((order, at) => [...pairs[at]!, Number(order)]),
    );
  },
  30_000,
);

test("no text makes a comparison throw, and every order is antisymmetric", () => {
  for (const [, compare] of orders)
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
      }),
    );
});
