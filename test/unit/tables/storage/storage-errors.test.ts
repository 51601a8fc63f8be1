import { expect, test } from "vitest";
import { storageErrors } from "../../../../src/tables/storage/storage-errors.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectOf, collectRows } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const files = {
  "/proc/1/mounts":
    "/dev/mapper/root / ext4 rw 0 0\n/dev/sdb1 /srv btrfs rw 0 0\n/dev/sda2 /boot ext4 rw 0 0\n",
  "/sys/fs/ext4/dm-0/errors_count": "3\n",
  "/sys/fs/ext4/dm-0/first_error_time": "1763000000\n",
  "/sys/fs/ext4/dm-0/last_error_time": "1763000300\n",
  "/sys/fs/ext4/dm-0/last_error_func": "ext4_lookup\n",
  "/sys/fs/ext4/sda2/errors_count": "0\n",
  "/sys/fs/ext4/features/metadata_csum_seed": "supported\n",
  "/sys/fs/btrfs/0a-1/devices/sdb1/size": "8\n",
  "/sys/fs/btrfs/0a-1/devinfo/1/error_stats":
    "write_errs 0\nread_errs 2\nflush_errs 0\ncorruption_errs 5\ngeneration_errs 0\n",
  "/sys/class/block/md0/md/degraded": "1\n",
  "/sys/class/block/md1/md/level": "raid0\n",
  "/sys/class/block/sda/size": "8\n",
};
const machine = () => hostTree({ files, links: { "/dev/mapper/root": "../dm-0" } });

test("file systems and arrays with what they counted", async () => {
  const rows = await collectRows(storageErrors, machine());
  expect(rows).toEqual([
    {
      type: "ext4",
      device: "/dev/dm-0",
      path: "/",
      errors: 3,
      detail: "ext4_lookup",
      first_time: 1763000000,
      last_time: 1763000300,
    },
    expect.objectContaining({ device: "/dev/sda2", path: "/boot", errors: 0, last_time: null }),
    expect.objectContaining({
      type: "btrfs",
      device: "/dev/sdb1",
      path: "/srv",
      errors: 7,
      detail: "2 read_errs, 5 corruption_errs",
    }),
    expect.objectContaining({ type: "md", device: "/dev/md0", errors: 1, detail: "missing disks" }),
  ]);
});

test("a host without any has no rows, closed counters are a gap", async () => {
  const empty = hostTree({ files: { "/proc/1/mounts": "/dev/sda1 / xfs rw 0 0\n" } });
  expect(await collectOf(storageErrors, empty)).toEqual({ rows: [], gaps: [] });
  const closed = closePaths(machine(), /errors_count$/);
  expect((await collectOf(storageErrors, closed)).gaps).toMatchObject([
    { reason: "denied" },
    { reason: "denied" },
  ]);
});
