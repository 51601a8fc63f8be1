import type { GapReader } from "../host/gap-reader.ts";
import { readDmi } from "./dmi.ts";

/** Names of firmware vendors and products, with systemd-detect-virt's name for each. */
const vendors: [RegExp, string][] = [
  [/amazon ec2/i, "amazon"],
  [/google compute engine/i, "google"],
  [/vmware/i, "vmware"],
  [/virtualbox|innotek/i, "oracle"],
  [/microsoft corporation.*virtual machine/i, "microsoft"],
  [/parallels/i, "parallels"],
  [/xen/i, "xen"],
  [/bhyve/i, "bhyve"],
  [/openstack|kvm/i, "kvm"],
  [/qemu|bochs/i, "qemu"],
];

/** The hypervisor that the firmware names as manufacturer. */
export const virtualizationBy = (names: string) =>
  vendors.find(([pattern]) => pattern.test(names))?.[1];

/**
 * The container or hypervisor this machine runs in; "none" on bare metal, "vm-other" when
 * unidentified.
 */
export function detectVirtualization(read: GapReader, cpuFlags: string): string {
  return (
    detectContainer(read) ??
    detectHypervisor(read) ??
    (/\bhypervisor\b/.test(cpuFlags) ? "vm-other" : "none")
  );
}

function detectContainer(read: GapReader): string | undefined {
  if (/microsoft/i.test(read.text("/proc/sys/kernel/osrelease") ?? "")) return "wsl";
  const named = read.text("/run/systemd/container")?.trim();
  if (named) return named;
  if (read.host.exists("/run/.containerenv")) return "podman";
  if (read.host.exists("/.dockerenv")) return "docker";
  return undefined;
}

function detectHypervisor(read: GapReader): string | undefined {
  const names = ["sys_vendor", "product_name", "board_vendor", "bios_vendor"]
    .map((field) => readDmi(read, field, "virtualization") ?? "")
    .join(" ");
  const byName = virtualizationBy(names);
  if (byName) return byName;
  return read.text("/sys/hypervisor/type")?.trim() || undefined;
}
