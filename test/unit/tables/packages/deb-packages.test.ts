import fc from "fast-check";
import { expect, test } from "vitest";
import { debPackages, parseStatus } from "../../../../src/tables/packages/deb-packages.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("another database that the statement names is read, and an absent one is empty", () => {
  const host = temporaryHost({
    "/mnt/var/lib/dpkg/status": "Package: a\nVersion: 1\nStatus: install ok installed\n",
    "/mnt/var/lib/dpkg/info/a.list": "",
  });
  const read = (admindir: string) => debPackages.input?.read(host, admindir, () => {});
  expect(read("/mnt/var/lib/dpkg")).toMatchObject([
    { name: "a", admindir: "/mnt/var/lib/dpkg", install_time: expect.any(Number) },
  ]);
  expect(read("/srv")).toEqual([]);
});

test("packages have their state, and lines of a description are not packages", async () => {
  const rows = await collectRows(debPackages, debian);
  expect(rows).toMatchObject([
    {
      name: "bash",
      version: "5.2.15-2+b8",
      revision: "2+b8",
      source: "bash-src",
      size: 7164 * 1024,
      arch: "amd64",
      status: "install ok installed",
      install_time: expect.any(Number),
    },
    {
      name: "oldthing",
      revision: "",
      size: null,
      status: "deinstall ok config-files",
      install_time: null,
    },
  ]);
});

test("the version of the source package is known even where it differs from the package's own", () => {
  const versions = (fields: string) =>
    parseStatus(`Package: a\nVersion: 2:1.02-2\n${fields}`).map((row) => [
      row.source,
      row.source_version,
    ]);
  expect(versions("Source: lvm2 (2.03.16-2)\n")).toEqual([["lvm2", "2.03.16-2"]]);
  expect(versions("Source: lvm2\n")).toEqual([["lvm2", "2:1.02-2"]]);
  expect(versions("")).toEqual([["", "2:1.02-2"]]);
});

test("a machine without dpkg is missing the table; a closed database is denied", () => {
  expect(() => debPackages.collect(temporaryHost({}))).toThrow("not found");
  expect(() => debPackages.collect(closePaths(debian, () => true))).toThrow("permission denied");
});

test("any text is parsed without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => parseStatus(`Package: a\n${text}`).length >= 1));
});
