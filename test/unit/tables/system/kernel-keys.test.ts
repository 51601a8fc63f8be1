import { expect, test } from "vitest";
import { kernelKeys } from "../../../../src/tables/system/kernel-keys.ts";
import { ulimitInfo } from "../../../../src/tables/system/ulimit-info.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("keys with descriptions of several words", async () => {
  const keys =
    "07b4c1a2 I--Q---     4 perm 3f030000  1000 65534 keyring   _uid.1000: 2\n" +
    "2a3b4c5d I------     1  59m 3f010000     0     0 user      a key: 32\n";
  expect(await collectRows(kernelKeys, temporaryHost({ "/proc/keys": keys }))).toEqual([
    {
      serial_number: "07b4c1a2",
      flags: "I--Q---",
      usage: 4,
      timeout: "perm",
      permissions: "3f030000",
      uid: 1000,
      gid: 65534,
      type: "keyring",
      description: "_uid.1000: 2",
    },
    expect.objectContaining({ timeout: "59m", type: "user", description: "a key: 32" }),
  ]);
});

test("a kernel without keys has no such table", () => {
  expect(() => kernelKeys.collect(temporaryHost({}))).toThrow("/proc/keys");
});

test("limits by osquery's names", async () => {
  const limits =
    "Limit                     Soft Limit           Hard Limit           Units     \n" +
    "Max cpu time              unlimited            unlimited            seconds   \n" +
    "Max open files            1024                 524288               files     \n" +
    "Max nice priority         0                    0                    \n" +
    "Max something new         1                    2                    \n";
  expect(await collectRows(ulimitInfo, temporaryHost({ "/proc/self/limits": limits }))).toEqual([
    { type: "cpu", soft_limit: "unlimited", hard_limit: "unlimited" },
    { type: "nofile", soft_limit: "1024", hard_limit: "524288" },
    { type: "nice", soft_limit: "0", hard_limit: "0" },
  ]);
});
