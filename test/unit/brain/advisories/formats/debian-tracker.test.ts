import { expect, test } from "vitest";
import { debianAdvisories } from "../../../../../src/brain/advisories/formats/debian-tracker.ts";

const issue = (releases: object) => debianAdvisories("openssl", { "CVE-2024-1": { releases } });

test("a release has the version that fixes an issue, or none yet", () => {
  expect(
    issue({
      bookworm: { status: "resolved", fixed_version: "3.0.14-1~deb12u1", urgency: "high**" },
      trixie: { status: "open", urgency: "not yet assigned" },
    }),
  ).toEqual([
    {
      id: "CVE-2024-1",
      ecosystem: "debian:12",
      package: "openssl",
      severity: "high",
      ranges: [{ fixed: "3.0.14-1~deb12u1" }],
    },
    { id: "CVE-2024-1", ecosystem: "debian:13", package: "openssl", ranges: [{}] },
  ]);
});

test("issues that don't affect a release, or are no security matter, are left out", () => {
  expect(
    issue({
      bookworm: { status: "resolved", fixed_version: "0", urgency: "unimportant" },
      bullseye: { status: "resolved", fixed_version: "0" },
      trixie: { status: "open", urgency: "unimportant" },
      sid: { status: "undetermined" },
    }),
  ).toEqual([]);
});

test.each([
  null,
  [],
  "x",
  { "CVE-1": {} },
  { "CVE-1": { releases: [] } },
  { "CVE-1": { releases: { sid: {} } } },
])("%j is no package of the tracker", (value) => expect(debianAdvisories("a", value)).toBeNull());
