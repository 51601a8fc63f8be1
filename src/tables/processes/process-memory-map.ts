import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { trackProcessReads } from "./proc/attempt.ts";
import { listPids } from "./proc/pids.ts";

const maxBytes = 16 << 20;
const maxRows = 200_000;

/** One row per region of a process's address space. */
export const processMemoryMap: CollectedTable = {
  name: "process_memory_map",
  description: "Memory regions of processes, with the files that are mapped.",
  platforms: ["linux"],
  columns: {
    pid: "INTEGER",
    start: "TEXT",
    end: "TEXT",
    permissions: "TEXT",
    offset: "BIGINT",
    device: "TEXT",
    inode: "INTEGER",
    path: "TEXT",
    pseudo: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const reads = trackProcessReads("memory regions");
    const rows: Row[] = [];
    for (const pid of listPids(read)) {
      const text = reads.attempt(pid, () => host.read(`/proc/${pid}/maps`, maxBytes)) ?? "";
      for (const row of parseMaps(text)) rows.push({ pid, ...row });
      if (rows.length < maxRows) continue;
      const detail = `more than ${maxRows} memory regions: those of later processes are missing`;
      read.report({ reason: "error", detail });
      break;
    }
    return { rows, gaps: [...read.gaps, ...reads.gaps()] };
  },
};

const line = /^([0-9a-f]+)-([0-9a-f]+) (\S{4}) ([0-9a-f]+) (\S+) (\d+)(?: +(.*))?$/;

/** Lines of /proc/PID/maps: "start-end permissions offset device inode  path". */
export function parseMaps(text: string): Row[] {
  return text.split("\n").flatMap((each) => {
    const [, start, end, permissions, offset, device, inode, path = ""] = line.exec(each) ?? [];
    if (start === undefined) return [];
    return [
      {
        start: `0x${start}`,
        end: `0x${end}`,
        permissions,
        offset: BigInt(`0x${offset}`),
        device,
        inode: Number(inode),
        path,
        pseudo: inode === "0" && path !== "" ? 1 : 0,
      },
    ];
  });
}
