import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { trackProcessReads } from "./proc/attempt.ts";
import { processNamer } from "./proc/owner.ts";
import { listPids } from "./proc/pids.ts";

/** One row per environment variable of a process, as at its start. */
export const processEnvs: CollectedTable = {
  name: "process_envs",
  description: "Environment variables of processes, as at their start.",
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

/**
 * NUL-separated KEY=value entries; entries without "=" (programs that overwrote their environment)
 * are skipped.
 */
export function parseEnviron(text: string): { key: string; value: string }[] {
  return text.split("\0").flatMap((entry) => {
    const at = entry.indexOf("=");
    return at > 0 ? [{ key: entry.slice(0, at), value: entry.slice(at + 1) }] : [];
  });
}
