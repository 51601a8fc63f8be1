import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { readOptional } from "../host/read-optional.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { isResolvedStub, parseResolvConf } from "../parsers/resolv-conf.ts";

const configured = "/etc/resolv.conf";
const upstream = "/run/systemd/resolve/resolv.conf";

/** One name server, search domain or sort list a row; behind systemd-resolved's stub also the servers it asks. */
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
    const gaps: Gap[] = [];
    const rows = resolversOf(host, configured, gaps);
    if (!rows.some((row) => isResolvedStub(row.address))) return { rows, gaps };
    const behind = resolversOf(host, upstream, gaps).filter((row) => row.type === "nameserver");
    return { rows: [...rows, ...behind], gaps };
  },
};

function resolversOf(host: Host, source: string, gaps: Gap[]): Row[] {
  const text = readOptional(host, source, gaps) ?? "";
  return parseResolvConf(text).map((row) => ({ ...row, source }));
}
