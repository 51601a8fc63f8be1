import { expect, test } from "vitest";
import { kernelInfo } from "../../../../src/tables/system/kernel-info.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

test("the image and the root device are taken out of the arguments", async () => {
  expect(await collectRows(kernelInfo, recordedHost("system-debian"))).toEqual([
    {
      version: "6.1.0-35-amd64",
      build: "#1 SMP PREEMPT_DYNAMIC Debian 6.1.137-1 (2025-05-07)",
      arguments: "ro quiet",
      path: "/boot/vmlinuz-6.1.0-35-amd64",
      device: "UUID=0b1c",
    },
  ]);
});
