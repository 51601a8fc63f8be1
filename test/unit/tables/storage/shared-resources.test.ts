import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExports } from "../../../../src/tables/parsers/nfs-exports.ts";
import { parseSmbConf } from "../../../../src/tables/parsers/smb-conf.ts";
import { sharedResources } from "../../../../src/tables/storage/shared-resources.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree } from "../../../helpers/host.ts";

test("exports have a row for each kind of client, SMB shares one", async () => {
  const { rows, gaps } = await sharedResources.collect(hostTree({ from: "proc-web" }));
  expect(gaps).toEqual([]);
  expect(rows.map((row) => [row.type, row.name, row.path, row.options, row.clients])).toEqual([
    ["nfs", "/srv/data", "/srv/data", "rw,no_root_squash", "10.0.0.0/24"],
    ["nfs", "/srv/data", "/srv/data", "ro", "backup.example"],
    ["nfs", "/srv/pub", "/srv/pub", "ro", "*"],
    ["nfs", "/srv/all", "/srv/all", "sync,rw", "*"],
    ["nfs", "/srv/with space", "/srv/with space", "rw", "host"],
    ["nfs", "/srv/extra x", "/srv/extra x", "rw", "10.1.0.0/16"],
    ["smb", "homes", null, "rw,hidden", "10.0.0."],
    ["smb", "Public", "/srv/pub", "ro,guest", "ALL"],
  ]);
});

test("a folder exported to nobody in particular is exported to everyone", () => {
  expect(parseExports("/srv\n# /no *(rw)\nrelative *(rw)\n")).toEqual([
    { path: "/srv", client: "*", options: "" },
  ]);
});

test("a host that shares nothing has no rows; a refused file is a gap", async () => {
  expect(await sharedResources.collect(hostTree({}))).toEqual({ rows: [], gaps: [] });
  const refused = closePaths(hostTree({ from: "proc-web" }), /smb\.conf$|exports$/);
  const { rows, gaps } = await sharedResources.collect(refused);
  expect(rows).toEqual([]);
  expect(gaps.map((gap) => gap.reason)).toEqual(["denied", "denied", "denied"]);
});

test("NFS exports are what exportfs makes of the files, and what mountd exports besides", async () => {
  const etab = "ro,sync,wdelay,hide,secure,root_squash,no_all_squash,anonuid=65534,sec=sys";
  const host = hostTree({
    files: {
      "etc/exports": [
        "/a 10.0.0.7(rw) -no_root_squash 10.0.0.8",
        "/a 10.0.0.7(rw,no_root_squash)",
        "/b *(sec=krb5,rw,sec=sys,ro)",
      ].join("\n"),
      "var/lib/nfs/etab": [
        `/a\t10.0.0.7(${etab},rw,root_squash,no_all_squash)`,
        `/a\t10.0.0.8(${etab},ro,no_root_squash,no_all_squash)`,
        `/c\t10.0.0.9(${etab},rw,no_root_squash,no_all_squash)`,
      ].join("\n"),
    },
  });
  const { rows } = await sharedResources.collect(host);
  expect(rows.map(({ path, clients, options }) => [path, clients, options])).toEqual([
    ["/a", "10.0.0.7", "rw"],
    ["/a", "10.0.0.8", "no_root_squash"],
    ["/b", "*", "sec=krb5,rw"],
    ["/b", "*", "sec=sys,ro"],
    ["/c", "10.0.0.9", `${etab},rw,no_root_squash,no_all_squash`],
  ]);
});

test("files that smb.conf includes are read in their places", async () => {
  const host = hostTree({
    files: {
      "etc/samba/smb.conf": "[global]\ninclude = /etc/samba/x.conf\n[b]\npath = /b\n",
      "etc/samba/x.conf": "guest ok = yes\n[a]\npath = /a\n",
    },
  });
  const { rows, gaps } = await sharedResources.collect(host);
  expect(rows.map(({ name, options }) => [name, options])).toEqual([
    ["a", "ro,guest"],
    ["b", "ro,guest"],
  ]);
  expect(gaps).toEqual([]);
});

test("an included file whose name depends on the client is a gap", async () => {
  const host = hostTree({
    files: { "etc/samba/smb.conf": "[global]\ninclude = /etc/samba/%m.conf\n" },
  });
  expect((await sharedResources.collect(host)).gaps).toMatchObject([{ reason: "error" }]);
});

test("parsers take any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      parseExports(text);
      parseExports(`/srv ${text}`);
      parseSmbConf(text);
      parseSmbConf(`[x]\n${text}`);
    }),
  );
});
