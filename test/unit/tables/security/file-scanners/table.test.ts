import { expect, test } from "vitest";
import { fileScanners } from "../../../../../src/tables/security/file-scanners/table.ts";
import { collectRows } from "../../../../helpers/collect-table.ts";
import { hostTree } from "../../../../helpers/host.ts";

const status = (name: string, uid = 0) =>
  `Name:\t${name}\nPPid:\t1\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\nGid:\t0\t0\t0\t0\n`;

/** Rows of a host where these programs run, by name. */
async function scannersOf(names: string[], files: Record<string, string> = {}, uid = 0) {
  const pids = ["init", ...names].map(
    (name, index) => [index === 0 ? 1 : 100 + index, name] as const,
  );
  const host = hostTree({
    files: {
      "/etc/passwd": "root:x:0:0::/root:/bin/sh\n",
      ...Object.fromEntries(
        pids.flatMap(([pid, name]) => [
          [`/proc/${pid}/comm`, `${name}\n`],
          [`/proc/${pid}/status`, status(name, pid === 1 ? 0 : uid)],
          [`/proc/${pid}/cmdline`, `${name}\0`],
        ]),
      ),
      ...files,
    },
    links: Object.fromEntries(
      [...pids.map(([pid]) => pid), "self"].map((pid) => [`/proc/${pid}/ns/mnt`, "mnt:[1]"]),
    ),
  });
  const rows = await collectRows(fileScanners, host);
  return rows.map(({ name, kind, effective, reason }) => [name, kind, effective, reason]);
}

test("products are recognised by root's processes alone", async () => {
  expect(await scannersOf(["falcon-sensor"])).toEqual([
    ["CrowdStrike Falcon", "malware", 1, "process 101"],
  ]);
  expect(await scannersOf(["falcon-sensor"], {}, 1000)).toEqual([]);
});

test("a daemon that watches no files checks nothing", async () => {
  const settings = (text: string) => ({ "/var/ossec/etc/ossec.conf": text });
  const flawOf = async (text: string) =>
    (await scannersOf(["wazuh-syscheckd"], settings(text))).find(([name]) => name === "syscheck");
  expect((await flawOf("<syscheck><disabled>no</disabled></syscheck>"))?.[2]).toBe(1);
  expect((await flawOf("<syscheck>\n<disabled>yes</disabled></syscheck>"))?.[2]).toBe(0);
  expect((await flawOf("<!-- <syscheck><disabled>yes</disabled></syscheck> -->"))?.[2]).toBe(1);
  expect((await scannersOf(["osqueryd"]))[0]?.slice(2)).toEqual([0, "it watches no files"]);
  const watched = {
    "/etc/osquery/osquery.conf": '{"options": {"enable_file_events": "true"}, "file_paths": {}}',
  };
  expect((await scannersOf(["osqueryd"], watched))[0]?.[2]).toBe(1);
});

test("samhain needs its database", async () => {
  expect((await scannersOf(["samhain"]))[0]?.[2]).toBe(0);
  const database = { "/var/lib/samhain/samhain_file": "[SIGNATURE]" };
  expect((await scannersOf(["samhain"], database))[0]?.[2]).toBe(1);
});

const tripwire = {
  "/usr/sbin/tripwire": "",
  "/etc/cron.d/tw": "0 4 * * * root tripwire --check\n",
};
const database = { "/var/lib/tripwire/web.twd": "x" };

test("a scheduled tool needs cron and what it compares with", async () => {
  const judged = async (names: string[], files: Record<string, string>) =>
    (await scannersOf(names, files))[0]?.slice(2);
  expect(await judged(["cron"], { ...tripwire, ...database })).toEqual([1, "/etc/cron.d/tw"]);
  expect(await judged(["cron"], tripwire)).toEqual([0, "it has no database"]);
  expect(await judged([], { ...tripwire, ...database })).toEqual([0, "nothing runs it"]);
});

test("a verified file system is checked by the kernel", async () => {
  const cmdline = { "/proc/cmdline": "ro mount.usr=/dev/mapper/usr verity.usrhash=ab12 quiet\n" };
  expect(await scannersOf([], cmdline)).toEqual([["kernel", "integrity", 1, "verity.usrhash"]]);
});
