import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** One row per line of /etc/hosts. */
export const etcHosts: CollectedTable = {
  name: "etc_hosts",
  description: "Host names and addresses in /etc/hosts.",
  platforms: ["linux", "darwin"],
  columns: { address: "TEXT", hostnames: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    return { rows: parseHosts(read.text("/etc/hosts") ?? ""), gaps: read.gaps };
  },
};

/** Line format: address and names; "#" starts a comment. */
export function parseHosts(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    return address && names.length > 0 ? [{ address, hostnames: names.join(" ") }] : [];
  });
}
