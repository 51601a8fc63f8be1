import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { trackProcessReads } from "./proc/attempt.ts";
import { processNamer } from "./proc/owner.ts";
import { listPids } from "./proc/pids.ts";

/** One environment variable of one process a row, as the process was started. */
export const processEnvs: CollectedTable = {
  name: "process_envs",
  description: "Environment variables that processes were started with.",
  platforms: ["linux"],
  columns: { pid: "INTEGER", key: "TEXT", value: "TEXT", process_name: "TEXT", username: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const pids = listPids(read);
    const reads = trackProcessReads("environment");
    const nameOf = processNamer(read);
    const rows = pids.flatMap((pid) => {
      const text = reads.attempt(pid, () => host.read(`/proc/${pid}/environ`, maxBytes)) ?? "";
      return parseEnviron(text).map((variable) => ({ pid, ...variable, ...nameOf(pid) }));
    });
    return { rows, gaps: [...read.gaps, ...reads.gaps()] };
  },
};

/** Above the kernel's own limit for arguments and environment together (6 MiB, execve(2)). */
const maxBytes = 8 << 20;

/** NUL-separated KEY=value; what has no "=" (a program that wrote over its environment) is left out. */
export function parseEnviron(text: string): { key: string; value: string }[] {
  return text.split("\0").flatMap((entry) => {
    const at = entry.indexOf("=");
    return at > 0 ? [{ key: entry.slice(0, at), value: entry.slice(at + 1) }] : [];
  });
}
