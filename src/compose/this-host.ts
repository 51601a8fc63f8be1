import { readFileSync } from "node:fs";
import { arch, hostname, networkInterfaces, platform, release } from "node:os";
import { parseAssignments } from "../agent/tables/linux/key-values.ts";

/** What an agent tells of its machine when it registers. */
export interface HostFacts {
  hostname: string;
  os: string;
  os_version: string;
  arch: string;
  addresses: string[];
}

const osNames: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };

export function factsOfThisHost(): HostFacts {
  const addresses = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
  return {
    hostname: hostname(),
    os: osNames[platform()] ?? platform(),
    os_version: linuxVersion() ?? release(),
    arch: arch(),
    addresses: [...new Set(addresses)],
  };
}

/** `Debian GNU/Linux 12` and the like; null where there is no os-release file. */
function linuxVersion(): string | null {
  try {
    return parseAssignments(readFileSync("/etc/os-release", "utf8")).get("PRETTY_NAME") ?? null;
  } catch {
    return null;
  }
}
