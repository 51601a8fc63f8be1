import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMounts } from "../../../../../src/tables/storage/mount-table.ts";
import { describeSizes, sizeColumns } from "../../../../../src/tables/storage/mounts/sizes.ts";
import { mounts } from "../../../../../src/tables/storage/mounts/table.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { recordedHost, temporaryHost } from "../../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("a local mount has sizes, those of a network mount are a gap", async () => {
  const { rows, gaps } = await mounts.collect(debian);
  expect(rows.map((row) => row.path)).toEqual(["/sys", "/", "/mnt/share drive"]);
  expect(rows[1]).toMatchObject({
    device: "/dev/sda1",
    type: "ext4",
    flags: "rw,relatime",
    size: expect.any(Number),
  });
  expect(rows[2]).not.toHaveProperty("size");
  expect(gaps).toEqual([
    {
      reason: "policy",
      detail: "/mnt/share drive: nfs4 may hang, size not read",
      columns: sizeColumns,
    },
  ]);
});

test("a mount that another one hides has no sizes", async () => {
  const { rows } = await mounts.collect(
    temporaryHost({ "/proc/1/mounts": "/dev/sdb1 /data ext4 rw 0 0\ntmpfs /data tmpfs rw 0 0\n" }),
  );
  expect(rows[0]).not.toHaveProperty("size");
});

test("space reserved for root is neither free nor used", () => {
  const sizes = { bsize: 4096, blocks: 1000, bfree: 500, bavail: 300, files: 0, ffree: 0 };
  expect(describeSizes(sizes)).toMatchObject({
    free: 300 * 4096,
    percent_used: 62.5,
    inodes_percent_used: null,
  });
});

test("a closed mount table makes the table unavailable", () => {
  expect(() => mounts.collect(closePaths(debian, () => true))).toThrow("permission denied");
});

test("any text is parsed without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => parseMounts(text).every(({ path }) => path !== "")));
});
