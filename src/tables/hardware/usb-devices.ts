import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";

const root = "/sys/bus/usb/devices";

/** One USB device a row, hubs included. */
export const usbDevices: CollectedTable = {
  name: "usb_devices",
  description: "Connected USB devices.",
  platforms: ["linux"],
  columns: {
    usb_address: "INTEGER",
    usb_port: "INTEGER",
    vendor: "TEXT",
    vendor_id: "TEXT",
    version: "TEXT",
    model: "TEXT",
    model_id: "TEXT",
    serial: "TEXT",
    class: "TEXT",
    subclass: "TEXT",
    protocol: "TEXT",
    removable: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const names = read.list(root);
    // "1-2" is a device on port 2 of bus 1, "usb1" a bus's root hub, "1-2:1.0" an interface of a device.
    const devices = names.filter((name) => !name.includes(":"));
    return { rows: devices.map((name) => describeDevice(read, { name, names })), gaps: read.gaps };
  },
};

function describeDevice(read: GapReader, { name, names }: { name: string; names: string[] }) {
  const text = (file: string, device = name) =>
    read.text(`${root}/${device}/${file}`)?.trim() || null;
  // Class 0 means that the interfaces define the class, as with USB sticks.
  const first = names.find((other) => other.startsWith(`${name}:`));
  const byInterface = text("bDeviceClass") === "00" && first;
  const kind = (part: string) =>
    byInterface ? text(`bInterface${part}`, first) : text(`bDevice${part}`);
  const hex = (digits: string | null) => (digits ? String(Number.parseInt(digits, 16)) : null);
  return {
    usb_address: Number(text("devnum")),
    usb_port: Number(/(\d+)$/.exec(text("devpath") ?? "0")?.[1]),
    vendor: text("manufacturer"),
    vendor_id: text("idVendor"),
    version: text("bcdDevice"),
    model: text("product"),
    model_id: text("idProduct"),
    serial: text("serial"),
    class: hex(kind("Class")),
    subclass: hex(kind("SubClass")),
    protocol: hex(kind("Protocol")),
    removable: text("removable") === "removable" ? 1 : 0,
  };
}
