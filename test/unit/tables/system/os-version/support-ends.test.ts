import { expect, test } from "vitest";
import { supportEnd } from "../../../../../src/tables/system/os-version/support-ends.ts";
import { osVersion } from "../../../../../src/tables/system/os-version/table.ts";
import { temporaryHost } from "../../../../helpers/host.ts";

test.each([
  ["rhel", "8.10", "2029-05-31"],
  ["sles", "15.4", "2023-12-31"],
  ["ubuntu", "24.10", "2025-07-10"],
  ["alpine", "3.2", undefined],
  ["alpine", "3.20.3", "2026-04-01"],
  ["raspbian", "11", "2026-08-31"],
  ["kali", "2025.3", null],
  ["debian", "", null],
  ["homemade", "4", undefined],
])("%s %s: %s", (id, versionId, end) => {
  expect(supportEnd({ id, name: id, versionId })).toBe(end);
});

test("CentOS Stream is not CentOS Linux", () => {
  const of = (name: string) => supportEnd({ id: "centos", name, versionId: "8" });
  expect([of("CentOS Linux"), of("CentOS Stream")]).toEqual(["2021-12-31", "2024-05-31"]);
});

test("a release that is not listed is a gap of that column alone", async () => {
  const host = temporaryHost(
    { "etc/os-release": "ID=homemade\nVERSION_ID=4\nPRETTY_NAME=Homemade 4\n" },
    { "uname -m": "x86_64\n" },
  );
  const { rows, gaps } = await osVersion.collect(host);
  expect(rows[0]).toMatchObject({ platform: "homemade", support_end: undefined });
  expect(gaps).toEqual([
    {
      reason: "table_missing",
      detail: "the end of support of Homemade 4 is not known",
      columns: ["support_end"],
    },
  ]);
});
