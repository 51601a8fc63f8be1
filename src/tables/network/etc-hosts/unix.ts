import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";

export function collectUnix(host: Host): Collected {
  const read = gapReader(host);
  return { rows: parseHosts(read.text("/etc/hosts") ?? ""), gaps: read.gaps };
}

/** Line format: address and names; "#" starts a comment. */
export function parseHosts(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    return address && names.length > 0 ? [{ address, hostnames: names.join(" ") }] : [];
  });
}
