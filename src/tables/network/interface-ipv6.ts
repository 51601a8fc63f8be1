import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";

const root = "/proc/sys/net/ipv6/conf";

/** One row per interface with IPv6; "all" and "default" are not interfaces. */
export const interfaceIpv6: CollectedTable = {
  name: "interface_ipv6",
  description: "IPv6 settings of network interfaces.",
  platforms: ["linux"],
  columns: {
    interface: "TEXT",
    hop_limit: "INTEGER",
    forwarding_enabled: "INTEGER",
    redirect_accept: "INTEGER",
    rtadv_accept: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const names = read.list(root).filter((name) => name !== "all" && name !== "default");
    return { rows: names.map((name) => describe(read, name)), gaps: read.gaps };
  },
};

function describe(read: GapReader, name: string) {
  const number = (file: string) => {
    const text = read.text(`${root}/${name}/${file}`);
    return text === undefined ? null : Number(text);
  };
  return {
    interface: name,
    hop_limit: number("hop_limit"),
    forwarding_enabled: number("forwarding"),
    redirect_accept: number("accept_redirects"),
    rtadv_accept: number("accept_ra"),
  };
}
