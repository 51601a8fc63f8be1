import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { readOptional } from "../host/read-optional.ts";
import { readDmi } from "./dmi.ts";

/** What firmware vendors and products call themselves, by the name systemd-detect-virt gives it. */
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

/** The hypervisor that firmware names as the machine's maker. */
export const virtualizationBy = (names: string) =>
  vendors.find(([pattern]) => pattern.test(names))?.[1];

/** The container or else the hypervisor this machine runs in; "none" on bare metal, "vm-other" when unnamed. */
export function detectVirtualization(host: Host, cpuFlags: string, gaps: Gap[]): string {
  return (
    detectContainer(host, gaps) ??
    detectHypervisor(host, gaps) ??
    (/\bhypervisor\b/.test(cpuFlags) ? "vm-other" : "none")
  );
}

function detectContainer(host: Host, gaps: Gap[]): string | undefined {
  if (/microsoft/i.test(readOptional(host, "/proc/sys/kernel/osrelease", gaps) ?? "")) return "wsl";
  const named = readOptional(host, "/run/systemd/container", gaps)?.trim();
  if (named) return named;
  if (host.exists("/run/.containerenv")) return "podman";
  if (host.exists("/.dockerenv")) return "docker";
  return undefined;
}

function detectHypervisor(host: Host, gaps: Gap[]): string | undefined {
  const names = ["sys_vendor", "product_name", "board_vendor", "bios_vendor"]
    .map((field) => readDmi(host, field, { gaps, column: "virtualization" }) ?? "")
    .join(" ");
  const byName = virtualizationBy(names);
  if (byName) return byName;
  return readOptional(host, "/sys/hypervisor/type", gaps)?.trim() || undefined;
}
