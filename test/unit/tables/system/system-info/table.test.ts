import { expect, test } from "vitest";
import { systemInfo } from "../../../../../src/tables/system/system-info/table.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { collectRows } from "../../../../helpers/collect-table.ts";
import { recordedHost, temporaryHost } from "../../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("processor, memory, manufacturer and hypervisor are detected", async () => {
  expect(await collectRows(systemInfo, debian)).toMatchObject([
    {
      hostname: "web-1",
      cpu_type: "x86_64",
      cpu_physical_cores: 1,
      cpu_logical_cores: 2,
      cpu_sockets: 1,
      physical_memory: 8_192_000_000,
      hardware_vendor: "QEMU",
      hardware_serial: "S1",
      virtualization: "qemu",
    },
  ]);
});

test("a serial number that only root can read is NULL and a gap", async () => {
  const host = closePaths(debian, (path) => path.endsWith("product_serial"));
  const { rows, gaps } = await systemInfo.collect(host);
  expect(rows).toMatchObject([{ hostname: "web-1", hardware_serial: null }]);
  expect(gaps).toEqual([
    {
      reason: "denied",
      detail: "/sys/class/dmi/id/product_serial: permission denied",
      columns: ["hardware_serial"],
    },
  ]);
});

test.each([
  [{ "/.dockerenv": "" }, "docker"],
  [{ "/run/systemd/container": "lxc\n" }, "lxc"],
  [{ "/proc/cpuinfo": "processor: 0\nflags: fpu hypervisor\n" }, "vm-other"],
  [{ "/proc/cpuinfo": "processor: 0\nflags: fpu\n" }, "none"],
])("%j is virtualised by %s", async (files, virtualization) => {
  const host = temporaryHost(
    { "/proc/sys/kernel/hostname": "h", ...files },
    { "uname -m": "x86_64" },
  );
  expect(await collectRows(systemInfo, host)).toMatchObject([{ virtualization }]);
});
