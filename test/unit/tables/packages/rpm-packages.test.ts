import fc from "fast-check";
import { expect, test } from "vitest";
import {
  parseRpmQuery,
  rpmPackages,
  rpmQuery,
} from "../../../../src/tables/packages/rpm-packages.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const printed = [
  "bash\t5.1.8\t9.el9\tbash-5.1.8-9.el9.src.rpm\t7738634\tab12\tx86_64\t(none)\t1716000000\tRocky\tUnspecified",
  "gpg-pubkey\t1\t2\t(none)\t0\t(none)\t(none)\t(none)\t1\t(none)\tPublic Keys",
  "short line",
].join("\n");

test("a package's tags become columns, keys are no packages", async () => {
  const host = temporaryHost({}, { [`rpm -qa --qf ${rpmQuery}`]: printed });
  expect(await collectRows(rpmPackages, host)).toEqual([
    {
      name: "bash",
      version: "5.1.8",
      release: "9.el9",
      source: "bash-5.1.8-9.el9.src.rpm",
      size: 7_738_634,
      sha1: "ab12",
      arch: "x86_64",
      epoch: null,
      install_time: 1_716_000_000,
      vendor: "Rocky",
      package_group: "Unspecified",
    },
  ]);
});

test("rpm with an empty database gives no rows, without rpm the table is missing", async () => {
  const empty = temporaryHost({}, { [`rpm -qa --qf ${rpmQuery}`]: "" });
  expect(await collectRows(rpmPackages, empty)).toEqual([]);
  await expect(rpmPackages.collect(temporaryHost({}))).rejects.toThrow("rpm is not installed");
});

test("any output is parsed without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseRpmQuery(text))));
});
