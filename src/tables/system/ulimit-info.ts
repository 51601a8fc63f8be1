import { readRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** The kernel's names of the limits, and osquery's. */
const types: Record<string, string> = {
  "Max cpu time": "cpu",
  "Max file size": "fsize",
  "Max data size": "data",
  "Max stack size": "stack",
  "Max core file size": "core",
  "Max resident set": "rss",
  "Max processes": "nproc",
  "Max open files": "nofile",
  "Max locked memory": "memlock",
  "Max address space": "as",
  "Max file locks": "locks",
  "Max pending signals": "sigpending",
  "Max msgqueue size": "msgqueue",
  "Max nice priority": "nice",
  "Max realtime priority": "rtprio",
  "Max realtime timeout": "rttime",
};

/** One row per limit of the agent's own process, which other processes needn't share. */
export const ulimitInfo: CollectedTable = {
  name: "ulimit_info",
  description: "Resource limits of the agent itself.",
  platforms: ["linux"],
  columns: { type: "TEXT", soft_limit: "TEXT", hard_limit: "TEXT" },
  collect: (host) => ({ rows: parseLimits(readRequired(host, "/proc/self/limits")), gaps: [] }),
};

/** Columns of /proc/PID/limits are apart by at least two spaces. */
export function parseLimits(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [limit = "", soft_limit, hard_limit] = line.split(/\s{2,}/);
    const type = types[limit];
    return type === undefined ? [] : [{ type, soft_limit, hard_limit }];
  });
}
