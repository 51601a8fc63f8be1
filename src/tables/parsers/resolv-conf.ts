import { isIP } from "node:net";
import type { Row } from "../model/table.ts";

/** Bits of glibc's resolver options (resolv.h), including RES_INIT and the defaults. */
const defaultOptions = 0x2c1;
const optionBits = new Map<string, number>(
  Object.entries({
    debug: 0x2,
    "use-vc": 0x8,
    rotate: 0x4000,
    "no-check-names": 0x8000,
    edns0: 0x10_0000,
    "single-request": 0x20_0000,
    "single-request-reopen": 0x40_0000,
    "no-tld-query": 0x100_0000,
    "no-reload": 0x200_0000,
    "trust-ad": 0x400_0000,
  }),
);

/**
 * Servers, search domains and sort lists of a resolv.conf(5); the last of several search or domain
 * lines wins.
 */
export function parseResolvConf(text: string): Row[] {
  // A keyword that is indented is none to glibc.
  const lines = text.split("\n").map((line) => line.trimEnd().split(/\s+/));
  const wordsOf = (...keys: string[]) =>
    lines.filter(([key]) => keys.includes(key ?? "")).map(([, ...words]) => words);
  const options = wordsOf("options")
    .flat()
    .reduce((bits, word) => bits | (optionBits.get(word) ?? 0), defaultOptions);
  const servers = wordsOf("nameserver").flatMap(([address]) => (address ? [address] : []));
  return [
    ...numbered(
      "nameserver",
      servers.map((address) => ({ address, netmask: hostMask(address) })),
    ),
    ...numbered("sortlist", wordsOf("sortlist").flat().map(splitNetmask)),
    ...numbered(
      "search",
      (wordsOf("search", "domain").at(-1) ?? []).map((address) => ({ address })),
    ),
  ].map((row) => ({ ...row, options }));
}

const numbered = (type: string, rows: Row[]): Row[] =>
  rows.map((row, id) => ({ id, type, ...row }));

const hostMask = (address: string) => (address.includes(":") ? "128" : "32");

function splitNetmask(word: string): Row {
  const [address, netmask] = word.split("/");
  return { address, netmask: netmask ?? null };
}

/**
 * Addresses of systemd-resolved's stub (systemd-resolved.service(8)), which forwards to other
 * servers.
 */
export const isResolvedStub = (address: unknown) =>
  address === "127.0.0.53" || address === "127.0.0.54";

/**
 * The lines that name resolvers: resolv.conf, ifupdown's interfaces, dhclient's leases, and the
 * assignments of networkd, NetworkManager and ifcfg files.
 */
const serversLine =
  /^\s*(?:nameserver\s|dns-nameservers?\s|option\s+(?:dhcp6\.)?(?:domain-)?name-servers\s|(?:DNS\d?|SERVERS|IP[46]_NAMESERVERS)=)(.*)$/;

/** Addresses of resolvers that a lease or a network manager's file names. */
export function parseNamedServers(text: string): string[] {
  return text
    .split("\n")
    .flatMap((one) => serversLine.exec(one)?.[1]?.split(/[\s,;"']+/) ?? [])
    .map((word) => word.replace(/[#%].*$/, ""))
    .filter((word) => isIP(word) !== 0);
}
