import type { GapReader } from "../../host/gap-reader.ts";
import { listRequired } from "../../host/read-required.ts";

/** The processes in /proc, in ascending order. */
export function listPids(read: GapReader): number[] {
  const pids = listRequired(read.host, "/proc")
    .filter((name) => /^\d{1,10}$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
  // Every pid namespace has a process 1, so when it isn't listed /proc is mounted with hidepid.
  if (!pids.includes(1))
    read.report({ reason: "denied", detail: "/proc: processes of other users are hidden" });
  return pids;
}
