import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { isResolvedStub, parseResolvConf } from "../parsers/resolv-conf.ts";
import { readResolverOrigins } from "./resolver-origins.ts";

const configured = "/etc/resolv.conf";
const upstream = "/run/systemd/resolve/resolv.conf";

/**
 * One row per name server, search domain or sort list; behind systemd-resolved's stub also its
 * upstream servers.
 */
export const dnsResolvers: CollectedTable = {
  name: "dns_resolvers",
  description: "Name servers and search domains in use.",
  platforms: ["linux"],
  columns: {
    id: "INTEGER",
    type: "TEXT",
    address: "TEXT",
    netmask: "TEXT",
    options: "BIGINT",
    source: "TEXT",
    /** The DHCP lease or network manager's file that names this server; NULL: none does. */
    given_by: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const origins = readResolverOrigins(read.forColumns(["given_by"]));
    const rows = listResolvers(read).map((row) => ({
      ...row,
      given_by: (row.type === "nameserver" && origins.get(String(row.address))) || null,
    }));
    return { rows, gaps: read.gaps };
  },
};

function listResolvers(read: GapReader): Row[] {
  const rows = resolversOf(read, configured);
  if (!rows.some((row) => isResolvedStub(row.address))) return rows;
  const behind = resolversOf(read, upstream).filter((row) => row.type === "nameserver");
  return [...rows, ...behind];
}

function resolversOf(read: GapReader, source: string): Row[] {
  const text = read.text(source) ?? "";
  return parseResolvConf(text).map((row) => ({ ...row, source }));
}
