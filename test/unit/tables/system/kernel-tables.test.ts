import { expect, test } from "vitest";
import { cpuTime } from "../../../../src/tables/system/cpu-time.ts";
import { memoryMap } from "../../../../src/tables/system/memory-map.ts";
import { sharedMemory } from "../../../../src/tables/system/shared-memory.ts";
import { collectOf, collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("times by core, without the sum of all", async () => {
  const stat = "cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 1 2 3 4 5 6 7 8 9 10\ncpu1 11 12 13 14\nctxt 5\n";
  const rows = await collectRows(cpuTime, temporaryHost({ "/proc/stat": stat }));
  expect(rows).toMatchObject([
    { core: 0, user: 1, idle: 4, guest_nice: 10 },
    { core: 1, user: 11, idle: 14, iowait: null },
  ]);
});

test("segments of shared memory", async () => {
  const shm = [
    "       key      shmid perms       size  cpid  lpid nattch   uid   gid  cuid  cgid      atime      dtime      ctime        rss       swap",
    "         0          3  3600       4096   100   101      2  1000  1000  1000  1000 1700000001 1700000002 1700000003       4096          0",
    "",
  ].join("\n");
  const rows = await collectRows(sharedMemory, temporaryHost({ "/proc/sysvipc/shm": shm }));
  expect(rows).toEqual([
    {
      ...{ shmid: 3, owner_uid: 1000, creator_uid: 1000, pid: 101, creator_pid: 100 },
      ...{ atime: 1700000001, dtime: 1700000002, ctime: 1700000003 },
      ...{ permissions: "0600", size: 4096, attached: 2, status: "dest", locked: 1 },
    },
  ]);
});

test("addresses of the memory map are unknown to ordinary users", async () => {
  const seen = "00001000-0009fbff : System RAM\n  000a0000-000bffff : PCI Bus\n";
  const hidden = "00000000-00000000 : System RAM\n";
  expect(await collectOf(memoryMap, temporaryHost({ "/proc/iomem": seen }))).toEqual({
    rows: [
      { name: "System RAM", start: "0x00001000", end: "0x0009fbff" },
      { name: "PCI Bus", start: "0x000a0000", end: "0x000bffff" },
    ],
    gaps: [],
  });
  const { gaps } = await collectOf(memoryMap, temporaryHost({ "/proc/iomem": hidden }));
  expect(gaps).toMatchObject([{ reason: "denied", columns: ["start", "end"] }]);
});
