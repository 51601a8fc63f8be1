import { expect, test } from "vitest";
import type { PackageAdvisory } from "../../../../src/brain/advisories/advisory.ts";
import { joinAdvisories } from "../../../../src/brain/advisories/join-advisories.ts";
import { describeAdvisories } from "../../../../src/brain/narrative/describe-advisories.ts";
import type { Cell } from "../../../../src/contract/common.ts";
import type { StatementResult } from "../../../../src/contract/plan.ts";
import { answerOf, judgeOf, nowMs } from "../../../helpers/joined-results.ts";
import { detectionDefinition, statementResult } from "../../../helpers/records.ts";

const definition = detectionDefinition({ id: "weak", advisories: true });
const columns = ["ecosystem", "package", "installed", "source", "source_version"];
const listed = (rows: Cell[][], over: Partial<StatementResult> = {}) =>
  statementResult({ id: "weak/installed", columns, rows, row_count: rows.length, ...over });
const advisory = (over: Partial<PackageAdvisory> = {}): PackageAdvisory => ({
  ...{ ecosystem: "debian:12", package: "openssl", id: "CVE-1", ranges: [{ fixed: "2.0" }] },
  ...over,
});
const openssl = ["debian:12", "libssl3", "1.0", "openssl", "1.0"];

async function join(
  result: StatementResult,
  advisories: PackageAdvisory[] | null = [advisory()],
  days?: number,
) {
  const judge = advisories === null ? undefined : judgeOf(advisories, days);
  const joined = await joinAdvisories(answerOf([result]), [definition], {
    advisories: judge,
    nowMs,
  });
  return { ...joined, evidence: joined.results.get("weak/evidence")! };
}

const reasons = ({ gaps }: StatementResult) => gaps.map(({ detail }) => detail);

test("the evidence has the affected packages with their fix, most severe first", async () => {
  const { evidence, results } = await join(
    listed([
      ["debian:12", "bash", "1.0", null, null],
      ["debian:12", "fine", "1.0", "", ""],
      openssl,
    ]),
    [
      advisory(),
      advisory({ id: "CVE-2", ranges: [{ fixed: "2.1" }], severity: "high" }),
      advisory({ package: "bash", id: "CVE-3", ranges: [{ fixed: "1.1" }], severity: "low" }),
    ],
  );
  expect(evidence).toMatchObject({
    columns: [...columns, "fixed_in", "advisories", "severity"],
    rows: [
      [...openssl, "2.1", "CVE-2 and CVE-1", "high"],
      ["debian:12", "bash", "1.0", null, null, "1.1", "CVE-3", "low"],
    ],
    row_count: 2,
    gaps: [],
  });
  expect([...results.keys()]).toEqual(["weak/evidence"]);
});

test("vulnerabilities without a fix are no evidence, but the answer lists them and the advisories' dates", async () => {
  const answer = await join(listed([openssl]), [advisory({ ranges: [{}] })], 3);
  expect(answer.evidence.rows).toEqual([]);
  expect(describeAdvisories({ answers: [answer], posture: null })).toEqual([
    "Advisories: debian:12 of 2026-10-29.",
    "No fix yet, not counted: 1 package, libssl3 (CVE-1).",
  ]);
});

test.each([
  ["without advisories", listed([openssl]), null, ["inquest was started without --advisories"]],
  [
    "without those for the release",
    listed([["debian:11", "bash", "1", "", ""]]),
    [advisory()],
    ["inquest has no advisories for debian:11"],
  ],
  [
    "for a distribution that is not compared",
    listed([["arch:", "the distribution", null, null, null]]),
    [advisory()],
    ["packages of arch: can't be compared"],
  ],
  [
    "for a package without a version",
    listed([["debian:12", "the running kernel 6.6", null, null, null]]),
    [advisory()],
    ["no package version of the running kernel 6.6 is known"],
  ],
  ["without rows", listed([]), [advisory()], ["no installed packages were listed"]],
  [
    "with rows cut off",
    listed([["debian:12", "bash", "1", "", ""]], { truncated: true }),
    [advisory()],
    ["only 1 packages were listed"],
  ],
  [
    "with a version that no package has",
    listed([["debian:12", "bash", "1".repeat(300), "", ""]]),
    [advisory()],
    ["a name or a version is too long to compare"],
  ],
] as const)("%s there is a gap", async (_, result, advisories, expected) => {
  const { evidence } = await join(result, advisories && [...advisories]);
  expect(reasons(evidence)).toEqual(expected);
});

test("advisories of more than 30 days ago are a gap", async () => {
  const rows = listed([["debian:12", "bash", "1", "", ""]]);
  expect(reasons((await join(rows, undefined, 30)).evidence)).toEqual([]);
  expect(reasons((await join(rows, undefined, 31)).evidence)).toEqual([
    "the advisories for debian:12 are 31 days old",
  ]);
});

test("a package manager that the host lacks is no gap, one that failed is", async () => {
  const gap = { table: "rpm_packages", reason: "table_missing", detail: "rpm: not found" } as const;
  const { evidence } = await join(
    listed([openssl], {
      gaps: [
        { ...gap, absent: true },
        { ...gap, detail: "rpm -qa failed" },
      ],
    }),
  );
  expect(reasons(evidence)).toEqual(["rpm -qa failed"]);
});

test("a list that failed stays an error", async () => {
  const error = { reason: "denied", message: "status: permission denied" } as const;
  expect((await join(listed([], { error }))).evidence).toMatchObject({
    id: "weak/evidence",
    error,
  });
});

test("a hostile host's names are neither looked up as methods nor repeated without end", async () => {
  const names = Array.from({ length: 100 }, (_, n) => [`constructor:${n}`, "a", "1", "", ""]);
  const long = ["debian:12", "a".repeat(1000), "1", "", ""];
  const { evidence } = await join(
    listed([["debian:constructor", "a", "1", "", ""], long, ...names]),
  );
  expect(reasons(evidence)).toHaveLength(20);
  expect(reasons(evidence).slice(0, 3)).toEqual([
    "inquest has no advisories for debian:constructor",
    "a name or a version is too long to compare",
    "packages of constructor:0 can't be compared",
  ]);
});

test("a hostile host's packages are compared with a limited number of advisories", async () => {
  const many = Array.from({ length: 50_000 }, (_, n) => advisory({ id: `CVE-${n}` }));
  const rows = Array.from({ length: 50 }, (_, n) => [
    "debian:12",
    "x",
    `1.${n}`,
    "openssl",
    `1.${n}`,
  ]);
  const { evidence } = await join(listed(rows), many);
  expect(evidence.rows.length).toBeLessThan(10);
  expect(reasons(evidence)).toEqual(["the host lists more packages than are compared"]);
});
