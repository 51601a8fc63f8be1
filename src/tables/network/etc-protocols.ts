import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** One row per protocol of /etc/protocols. */
export const etcProtocols: CollectedTable = {
  name: "etc_protocols",
  description: "Internet protocols by number, from /etc/protocols.",
  platforms: ["linux", "darwin"],
  columns: { name: "TEXT", number: "INTEGER", alias: "TEXT", comment: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    return { rows: parseProtocols(read.text("/etc/protocols") ?? ""), gaps: read.gaps };
  },
};

/** Line format: name, number and aliases; "#" starts a comment. */
export function parseProtocols(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [entry = "", ...comment] = line.split("#");
    const [name, number, ...aliases] = entry.trim().split(/\s+/);
    if (!name || !/^\d+$/.test(number ?? "")) return [];
    return [
      {
        name,
        number: Number(number),
        alias: aliases.join(" "),
        comment: comment.join("#").trim(),
      },
    ];
  });
}
