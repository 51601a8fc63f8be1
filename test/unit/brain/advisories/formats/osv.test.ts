import { expect, test } from "vitest";
import { osvAdvisories } from "../../../../../src/brain/advisories/formats/osv.ts";

const record = (over: object = {}, affected: object = {}) => ({
  id: "GHSA-1",
  affected: [
    {
      package: { ecosystem: "PyPI", name: "Flask_Login" },
      ranges: [{ type: "ECOSYSTEM", events: [{ introduced: "0" }, { fixed: "2.0" }] }],
      ...affected,
    },
  ],
  ...over,
});

const one = (over?: object, affected?: object) =>
  osvAdvisories(record(over, affected))?.advisories[0];

test("a range lasts from its introduction to its fix, whatever the order of the events", () => {
  const events = [
    { fixed: "1.10" },
    { introduced: "2.0" },
    { introduced: "0" },
    { last_affected: "2.9" },
  ];
  expect(one({}, { ranges: [{ type: "ECOSYSTEM", events }] })?.ranges).toEqual([
    { fixed: "1.10" },
    { introduced: "2.0", last: "2.9" },
  ]);
});

test("commits are no versions, and single versions count only without a range", () => {
  const commits = { type: "GIT", events: [{ introduced: "0" }, { fixed: "abc" }] };
  expect(one({}, { ranges: [commits], versions: ["1.0"] })).toMatchObject({
    ranges: [],
    versions: ["1.0"],
  });
  expect(one({}, { versions: ["1.0"] })?.versions).toBeUndefined();
});

test("a record is called by its CVE if it is about one", () => {
  expect(one({ aliases: ["CVE-2024-1", "PYSEC-1"] })?.id).toBe("CVE-2024-1");
  expect(one({ upstream: ["CVE-2024-1", "CVE-2024-2"] })?.id).toBe("GHSA-1");
  expect(one({ id: "DEBIAN-CVE-2024-3" })?.id).toBe("CVE-2024-3");
});

test.each([
  ["Debian:12", "debian:12"],
  ["Ubuntu:22.04:LTS", "ubuntu:22.04"],
  ["Rocky Linux:9", "rocky:9"],
  ["AlmaLinux:8", "almalinux:8"],
  ["Red Hat:enterprise_linux:9::appstream", "rhel:9"],
  ["openSUSE:Leap 15.6", "opensuse-leap:15.6"],
  ["npm", "npm"],
  // Fixes for subscribers, and ecosystems whose packages no table lists.
  ["Ubuntu:Pro:18.04:LTS", undefined],
  ["Red Hat:rhel_eus:9.2::baseos", undefined],
  ["Alpine:v3.19", undefined],
  ["Go", undefined],
])("%s is %s", (ecosystem, expected) => {
  expect(one({}, { package: { ecosystem, name: "a" } })?.ecosystem).toBe(expected);
});

test("the severity is the ecosystem's own word, or the rating of a CVSS vector", () => {
  const severity = [{ type: "CVSS_V3", score: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H" }];
  expect(one({ severity })?.severity).toBe("critical");
  expect(one({ severity, database_specific: { severity: "MODERATE" } })?.severity).toBe("medium");
  expect(one({}, { severity: [{ type: "Ubuntu", score: "low" }] })?.severity).toBe("low");
  expect(one({ summary: "Important: kernel security update", severity })?.severity).toBe("high");
  expect(one({ summary: "Django: an injection", severity })?.severity).toBe("critical");
  expect(one()?.severity).toBeUndefined();
});

test("fixes in a stream of a module are left out: packages outside of it have fixes of their own", () => {
  const fixedIn = (fixed: string) => {
    const events = [{ introduced: "0" }, { fixed }];
    const nodejs = { package: { ecosystem: "AlmaLinux:9", name: "nodejs" } };
    return one({}, { ...nodejs, ranges: [{ type: "ECOSYSTEM", events }] })?.ranges;
  };
  expect(fixedIn("1:22.23.1-2.module_el9.8.0+285+5c3b0251")).toBeUndefined();
  expect(fixedIn("1:16.20.2-8.el9_4")).toEqual([{ fixed: "1:16.20.2-8.el9_4" }]);
});

test("names of Python packages are normalised; a withdrawn or unimportant record is left out", () => {
  expect(one()?.package).toBe("flask-login");
  expect(one({ withdrawn: "2024-01-01T00:00:00Z" })).toBeUndefined();
  expect(one({}, { ecosystem_specific: { urgency: "unimportant" } })).toBeUndefined();
});

test.each([
  null,
  [],
  "x",
  {},
  { id: 1 },
  record({}, { ranges: "x" }),
  record({}, { versions: [1] }),
])("%j is no record", (value) => expect(osvAdvisories(value)).toBeNull());
