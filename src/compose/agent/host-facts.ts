import { readFileSync } from "node:fs";
import { arch, hostname, networkInterfaces, platform, release } from "node:os";
import { parseAssignments } from "../../tables/parsers/key-values.ts";

/** The facts about its machine that an agent registers with. */
export interface HostFacts {
  hostname: string;
  os: string;
  os_version: string;
  arch: string;
  addresses: string[];
}

/** The limit of the server per host. */
const maxAddresses = 256;

const osNames: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };

export function readHostFacts(): HostFacts {
  return {
    hostname: hostname(),
    os: osNames[platform()] ?? platform(),
    os_version: linuxVersion() ?? release(),
    arch: arch(),
    addresses: addressesOf(networkInterfaces()),
  };
}

/**
 * Addresses at which other hosts reach this host. Leaves out link-local addresses (RFC 4291,
 * 2.5.6): they are valid on one link only, and change with every container that starts or stops.
 */
export function addressesOf(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const addresses = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address))
    .map(({ address }) => address);
  return [...new Set(addresses)].slice(0, maxAddresses);
}

/** For example `Debian GNU/Linux 12`; null without an os-release file. */
function linuxVersion(): string | null {
  try {
    return parseAssignments(readFileSync("/etc/os-release", "utf8")).get("PRETTY_NAME") ?? null;
  } catch {
    return null;
  }
}
