import type { GapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import { parseNamedServers } from "../parsers/resolv-conf.ts";

/** DHCP leases and what network managers have configured or hand on, by precedence. */
const sources = [
  "/run/systemd/netif/leases/*",
  "/run/systemd/netif/links/*",
  "/run/systemd/resolve/netif/*",
  "/run/NetworkManager/no-stub-resolv.conf",
  "/run/NetworkManager/resolv.conf",
  "/var/lib/dhcp/*.leases",
  "/var/lib/dhclient/*.leases",
  "/run/dhcpcd/resolv.conf/*",
  "/run/resolvconf/interface*/*",
  "/run/connman/resolv.conf",
  "/run/netconfig/resolv.conf",
  "/etc/ppp/resolv.conf",
  "/etc/network/interfaces",
  "/etc/network/interfaces.d/*",
  "/etc/sysconfig/network-scripts/ifcfg-*",
];

/** The file of a DHCP lease or network manager that names each resolver. */
export function readResolverOrigins(read: GapReader): Map<string, string> {
  const origins = new Map<string, string>();
  for (const path of sources.flatMap((pattern) => expandGlob(read, pattern)))
    for (const address of parseNamedServers(read.text(path) ?? ""))
      if (!origins.has(address)) origins.set(address, path);
  return origins;
}
