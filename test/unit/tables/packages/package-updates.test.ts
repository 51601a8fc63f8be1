import fc from "fast-check";
import { expect, test } from "vitest";
import { packageUpdates, parseUpgrades } from "../../../../src/tables/packages/package-updates.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { atTime, recordedHost, temporaryHost } from "../../../helpers/host.ts";

const command =
  "apt-get -s -q --ignore-hold -o Debug::NoLocking=true -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= dist-upgrade";
const printed = `Reading package lists...
Inst bash [5.2.15-2+b8] (5.2.15-2+b13 Debian:12.15/oldstable [amd64])
Inst libgcrypt20 [1.10.1-3] (1.10.1-3+deb12u1 Debian:12.15/oldstable, Debian-Security:12/oldstable-security [amd64]) []
Inst linux-image-new (6.1.2-1 Debian:12.15/oldstable [amd64])
Conf bash (5.2.15-2+b13 Debian:12.15/oldstable [amd64])`;

test("installed packages with a newer version are listed, new packages aren't", async () => {
  const rows = await collectRows(
    packageUpdates,
    recordedHost("system-debian", { [command]: printed }),
  );
  expect(rows).toMatchObject([
    {
      name: "bash",
      installed_version: "5.2.15-2+b8",
      available_version: "5.2.15-2+b13",
      security: 0,
    },
    { name: "libgcrypt20", security: 1, arch: "amd64", lists_time: expect.any(Number) },
  ]);
  expect(rows).toHaveLength(2);
});

const lists = "var/lib/apt/lists";

test.each([
  ["a security archive, fetched today", "security_dists_stable-security_InRelease", 0, []],
  ["no security archive", "deb_dists_stable_InRelease", 0, ["no list of a security archive"]],
  ["lists of two years ago", "security_dists_stable-security_InRelease", 730, ["730 days old"]],
])("%s", async (_, name, days, details) => {
  const host = temporaryHost({ [`${lists}/${name}`]: "" }, { [command]: "" });
  const fetched = host.stat(`/${lists}/${name}`).mtimeMs;
  const { gaps } = await packageUpdates.collect(atTime(host, fetched + days * 86_400_000));
  expect(gaps).toHaveLength(details.length);
  for (const detail of details) expect(gaps[0]?.detail).toContain(detail);
});

test("without package lists the table is missing", async () => {
  await expect(packageUpdates.collect(temporaryHost({}))).rejects.toThrow(
    "no package lists were fetched",
  );
});

test("any output is parsed without an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => parseUpgrades(`Inst ${text}`).every(({ name }) => name)),
  );
});
