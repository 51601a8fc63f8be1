import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { isResolvedStub, parseResolvConf } from "../parsers/resolv-conf.ts";

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
  },
  collect(host) {
    const read = gapReader(host);
    const rows = resolversOf(read, configured);
    if (!rows.some((row) => isResolvedStub(row.address))) return { rows, gaps: read.gaps };
    const behind = resolversOf(read, upstream).filter((row) => row.type === "nameserver");
    return { rows: [...rows, ...behind], gaps: read.gaps };
  },
};

function resolversOf(read: GapReader, source: string): Row[] {
  const text = read.text(source) ?? "";
  return parseResolvConf(text).map((row) => ({ ...row, source }));
}
