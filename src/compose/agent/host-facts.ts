import { readFileSync } from "node:fs";
import { arch, hostname, networkInterfaces, platform, release } from "node:os";
import { parseAssignments } from "../../tables/parsers/key-values.ts";

/** What an agent tells of its machine when it registers. */
export interface HostFacts {
  hostname: string;
  os: string;
  os_version: string;
  arch: string;
  addresses: string[];
}

/** As many as a server takes of one host. */
const mostAddresses = 256;

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
 * Addresses that others reach this host by. Link-local ones (RFC 4291, 2.5.6) hold on one link
 * alone, and each container that starts or ends would bring or take one.
 */
export function addressesOf(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const addresses = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address))
    .map(({ address }) => address);
  return [...new Set(addresses)].slice(0, mostAddresses);
}

/** `Debian GNU/Linux 12` and the like; null where there is no os-release file. */
function linuxVersion(): string | null {
  try {
    return parseAssignments(readFileSync("/etc/os-release", "utf8")).get("PRETTY_NAME") ?? null;
  } catch {
    return null;
  }
}
