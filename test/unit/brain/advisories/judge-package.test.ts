import { expect, test } from "vitest";
import type { PackageAdvisory } from "../../../../src/brain/advisories/advisory.ts";
import { createAdvisoryIndex } from "../../../../src/brain/advisories/create-index.ts";
import { judgePackage } from "../../../../src/brain/advisories/judge-package.ts";

function judge(advisories: Partial<PackageAdvisory>[], installed: string, over: object = {}) {
  const index = createAdvisoryIndex(1 << 20);
  const whole = { ecosystem: "debian:12", package: "openssl", id: "CVE-1", ranges: [] };
  index.add(
    advisories.map((one) => ({ ...whole, ...one })),
    0,
  );
  return judgePackage(index, {
    ecosystem: "debian:12",
    package: "libssl3",
    installed,
    source: "openssl",
    source_version: installed,
    ...over,
  });
}

test("a version is affected from the introduction up to the fix, or up to the last one", () => {
  const range = { introduced: "1.5", fixed: "2.0" };
  const affected = (version: string, ranges = [range] as PackageAdvisory["ranges"]) =>
    judge([{ ranges }], version).vulnerabilities.length === 1;
  expect(["1.4", "1.5", "1.9", "2.0~rc1", "2.0", "2.1"].map((one) => affected(one))).toEqual([
    ...[false, true, true, true, false, false],
  ]);
  expect(["2.0", "2.1"].map((one) => affected(one, [{ last: "2.0" }]))).toEqual([true, false]);
  expect(judge([{ versions: ["1.0"] }], "1.0").vulnerabilities).toHaveLength(1);
  expect(judge([{ versions: ["1.0"] }], "1.1").vulnerabilities).toHaveLength(0);
  expect(
    judge([{ ecosystem: "pypi", package: "libssl3", versions: ["1.0"] }], "1.0.0", {
      ecosystem: "pypi",
    }).vulnerabilities,
  ).toHaveLength(1);
});

test("the fix is the newest one of all that apply, and the most severe comes first", () => {
  const found = judge(
    [
      { id: "CVE-2024-9", ranges: [{ fixed: "1.2" }], severity: "low" },
      { id: "CVE-2024-2", ranges: [{ fixed: "1.10" }], severity: "high" },
      { id: "CVE-2024-10", ranges: [{ fixed: "1.3" }], severity: "low" },
      { id: "CVE-2024-3", ranges: [{}] },
    ],
    "1.0",
  );
  expect(found.fixedIn).toBe("1.10");
  expect(found.vulnerabilities.map(({ id }) => id)).toEqual([
    ...["CVE-2024-2", "CVE-2024-10", "CVE-2024-9", "CVE-2024-3"],
  ]);
});

test("one vulnerability in two records counts once, with the fix that one of them knows", () => {
  const { vulnerabilities } = judge([{ ranges: [{}] }, { ranges: [{ fixed: "1.2" }] }], "1.0");
  expect(vulnerabilities).toEqual([{ id: "CVE-1", fixedIn: "1.2" }]);
});

test("RPM's source packages are compared without epochs, which each of their packages may set", () => {
  const judged = (fixed: string, installed: string) =>
    judge([{ ecosystem: "rocky:9", ranges: [{ fixed }] }], "1.50-460.el9", {
      ecosystem: "rocky:9",
      source_version: installed,
    }).vulnerabilities.length;
  expect(judged("4:5.32.1-481.el9", "5.32.1-480.el9")).toBe(1);
  expect(judged("4:5.32.1-481.el9", "5.32.1-481.el9")).toBe(0);
});

test("dpkg's packages are known by their source, RPM's also by their own name", () => {
  const named = (ecosystem: string, name: string) =>
    judge([{ ecosystem, package: name, ranges: [{ fixed: "9" }] }], "1", { ecosystem })
      .vulnerabilities.length;
  expect([named("debian:12", "openssl"), named("debian:12", "libssl3")]).toEqual([1, 0]);
  expect([named("rocky:9", "openssl"), named("rocky:9", "libssl3")]).toEqual([1, 1]);
});
