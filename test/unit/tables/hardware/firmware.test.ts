import { expect, test } from "vitest";
import { acpiTables } from "../../../../src/tables/hardware/acpi-tables.ts";
import { parseFeatures } from "../../../../src/tables/hardware/cpuid.ts";
import { intelMeInfo } from "../../../../src/tables/hardware/intel-me-info.ts";
import { pciDevices } from "../../../../src/tables/hardware/pci-devices.ts";
import { parseStructures } from "../../../../src/tables/hardware/smbios-tables.ts";
import { collectOf, collectRows } from "../../../helpers/collect-table.ts";
import { hostTree, temporaryHost } from "../../../helpers/host.ts";

test("ACPI tables with their digests", async () => {
  const host = temporaryHost({ "/sys/firmware/acpi/tables/APIC": "abc" });
  expect(await collectRows(acpiTables, host)).toEqual([
    { name: "APIC", size: 3, md5: "900150983cd24fb0d6963f7d28e17f72" },
  ]);
});

test("SMBIOS structures, as far as they are whole", () => {
  const bios = Buffer.from([0, 5, 0x10, 0, 1, ...Buffer.from("vendor\0\0")]);
  const end = Buffer.from([127, 4, 0x20, 0, 0, 0]);
  const rows = parseStructures(Buffer.concat([bios, end, Buffer.from([1, 2])]));
  expect(rows).toMatchObject([
    { number: 0, type: 0, description: "BIOS Information", handle: 16, header_size: 5, size: 13 },
    { number: 1, type: 127, description: "End-of-Table", handle: 32, size: 6 },
  ]);
});

test("the Management Engine's version is that of the part that runs", async () => {
  const host = temporaryHost({
    "/sys/class/mei/mei0/fw_ver": "0:11.8.50.3425\n0:11.8.50.3400\n0:11.8.50.3399\n",
  });
  expect(await collectRows(intelMeInfo, host)).toEqual([{ version: "11.8.50.3425" }]);
  expect(await collectRows(intelMeInfo, temporaryHost({}))).toEqual([]);
});

const device = "/sys/bus/pci/devices/0000:00:02.0";
const files = {
  [`${device}/vendor`]: "0x1af4\n",
  [`${device}/device`]: "0x1041\n",
  [`${device}/class`]: "0x020000\n",
  [`${device}/subsystem_vendor`]: "0x1af4\n",
  [`${device}/subsystem_device`]: "0x0040\n",
};
const links = { [`${device}/driver`]: "../../../bus/pci/drivers/virtio-pci" };
const ids =
  "1af4  Red Hat, Inc.\n\t1041  Virtio network\n\t\t1af4 0040  Card\nC 02  Network\n\t00  Ethernet\n";

test("PCI devices have the names of pci.ids", async () => {
  const host = hostTree({ files: { ...files, "/usr/share/misc/pci.ids": ids }, links });
  expect(await collectRows(pciDevices, host)).toMatchObject([
    {
      pci_slot: "0000:00:02.0",
      driver: "virtio-pci",
      vendor: "Red Hat, Inc.",
      model: "Virtio network",
      pci_class: "Network",
      pci_subclass: "Ethernet",
      subsystem_model: "Card",
      model_id: "0x1041",
    },
  ]);
});

test("without pci.ids the names are unknown, not empty", async () => {
  const { rows, gaps } = await collectOf(pciDevices, hostTree({ files, links }));
  expect(rows).toMatchObject([{ vendor: null, vendor_id: "0x1af4" }]);
  expect(gaps).toMatchObject([{ reason: "table_missing" }]);
});

test("features of the processor by the names of the manual", () => {
  const rows = parseFeatures(
    "vendor_id\t: GenuineIntel\ncpu family\t: 6\nflags\t\t: fpu pni smep\n",
  );
  expect(rows).toContainEqual(
    expect.objectContaining({ feature: "sse3", value: "1", output_register: "ecx" }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ feature: "avx2", value: "0" }));
  expect(parseFeatures("Processor\t: ARMv8\n")).toEqual([]);
});
