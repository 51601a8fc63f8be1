import { daysAgo } from "./clock.ts";
import { addRows, type Machine } from "./machine.ts";
import { stableNumber } from "./stable-number.ts";

export interface Package {
  name: string;
  version: string;
  /** The version in the package lists, if newer than the installed one. */
  newer?: string;
  /** Whether the newer one comes from the security archive. */
  security?: boolean;
  section?: string;
}

/** One package per line: "name version [newer]". "newer!" marks a security update. */
export function addPackages(machine: Machine, lines: string): void {
  for (const line of lines.trim().split("\n")) {
    const [name, version, newer] = line.trim().split(/\s+/);
    const security = newer?.endsWith("!") ?? false;
    addPackage(machine, {
      name: name!,
      version: version!,
      newer: newer?.replace("!", ""),
      security,
    });
  }
}

function addPackage(machine: Machine, { name, version, newer, security, section }: Package): void {
  const isUbuntu = machine.release.startsWith("ubuntu");
  addRows(machine, "deb_packages", {
    name,
    version,
    source: "",
    size: 1024 * (60 + stableNumber(name, 9000)),
    arch: "amd64",
    revision: version.includes("-") ? version.slice(version.lastIndexOf("-") + 1) : "",
    status: "install ok installed",
    maintainer: isUbuntu
      ? "Ubuntu Developers <ubuntu-devel-discuss@lists.ubuntu.com>"
      : "Debian maintainers <packages@qa.debian.org>",
    section: section ?? "",
    install_time: daysAgo(20 + stableNumber(`${machine.name} ${name}`, 300)),
  });
  if (newer === undefined) return;
  addRows(machine, "package_updates", {
    name,
    installed_version: version,
    available_version: newer,
    security: Number(security),
    origin: security ? "Debian-Security:12/stable-security" : "Debian:12/stable",
    arch: "amd64",
    lists_time: daysAgo(1),
  });
}
