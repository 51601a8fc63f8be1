import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** One row per port and protocol of /etc/services. */
export const etcServices: CollectedTable = {
  name: "etc_services",
  description: "Names of services by port and protocol, from /etc/services.",
  platforms: ["linux", "darwin"],
  columns: { name: "TEXT", port: "INTEGER", protocol: "TEXT", aliases: "TEXT", comment: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    return { rows: parseServices(read.text("/etc/services") ?? ""), gaps: read.gaps };
  },
};

/** Line format: name, port/protocol and aliases; "#" starts a comment. */
export function parseServices(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [entry = "", ...comment] = line.split("#");
    const [name, where = "", ...aliases] = entry.trim().split(/\s+/);
    const [, port, protocol] = /^(\d+)\/(\w+)$/.exec(where) ?? [];
    if (!name || port === undefined) return [];
    return [
      {
        name,
        port: Number(port),
        protocol,
        aliases: aliases.join(" "),
        comment: comment.join("#").trim(),
      },
    ];
  });
}
