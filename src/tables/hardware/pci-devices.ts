import type { Gap } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { type PciNames, parsePciIds } from "../parsers/pci-ids.ts";

const root = "/sys/bus/pci/devices";
const idLists = ["/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids"];

/** One row per PCI device. */
export const pciDevices: CollectedTable = {
  name: "pci_devices",
  description: "PCI devices with their drivers; names need the machine's pci.ids.",
  platforms: ["linux"],
  columns: {
    pci_slot: "TEXT",
    pci_class: "TEXT",
    driver: "TEXT",
    vendor: "TEXT",
    vendor_id: "TEXT",
    model: "TEXT",
    model_id: "TEXT",
    subsystem: "TEXT",
    express: "INTEGER",
    thunderbolt: "INTEGER",
    removable: "INTEGER",
    pci_class_id: "TEXT",
    pci_subclass_id: "TEXT",
    pci_subclass: "TEXT",
    subsystem_vendor_id: "TEXT",
    subsystem_vendor: "TEXT",
    subsystem_model_id: "TEXT",
    subsystem_model: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const slots = read.list(root);
    const text = idLists.map((path) => read.text(path)).find((list) => list !== undefined);
    if (text === undefined && slots.length > 0) read.report(namesMissing);
    const names = parsePciIds(text ?? "");
    return { rows: slots.map((slot) => describe(read, { slot, names })), gaps: read.gaps };
  },
};

const namesMissing: Gap = {
  reason: "table_missing",
  detail: "pci.ids is not installed: devices have ids without names",
  columns: ["vendor", "model", "pci_class", "pci_subclass", "subsystem_vendor", "subsystem_model"],
};

function describe(read: GapReader, { slot, names }: { slot: string; names: PciNames }) {
  const folder = `${root}/${slot}`;
  const hex = (file: string) => read.text(`${folder}/${file}`)?.trim().replace(/^0x/, "") ?? "";
  const [vendor, model, code] = [hex("vendor"), hex("device"), hex("class")];
  const [subVendor, subModel] = [hex("subsystem_vendor"), hex("subsystem_device")];
  const driver = read.attempt(`${folder}/driver`, () => read.host.readlink(`${folder}/driver`));
  return {
    pci_slot: slot,
    pci_class: names.get(`C ${code.slice(0, 2)}`) ?? null,
    driver: driver?.slice(driver.lastIndexOf("/") + 1),
    vendor: names.get(vendor) ?? null,
    vendor_id: `0x${vendor}`,
    model: names.get(`${vendor} ${model}`) ?? null,
    model_id: `0x${model}`,
    subsystem: `${subVendor}:${subModel}`,
    // Only PCI Express devices report the speed of their link.
    express: read.host.exists(`${folder}/max_link_speed`) ? 1 : 0,
    thunderbolt: driver?.endsWith("/thunderbolt") ? 1 : 0,
    removable: read.text(`${folder}/removable`)?.trim() === "removable" ? 1 : 0,
    pci_class_id: `0x${code.slice(0, 2)}`,
    pci_subclass_id: `0x${code.slice(2, 4)}`,
    pci_subclass: names.get(`C ${code.slice(0, 4)}`) ?? null,
    subsystem_vendor_id: `0x${subVendor}`,
    subsystem_vendor: names.get(subVendor) ?? null,
    subsystem_model_id: `0x${subModel}`,
    subsystem_model: names.get(`${vendor} ${model} ${subVendor} ${subModel}`) ?? null,
  };
}
