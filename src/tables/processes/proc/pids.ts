import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { listRequired } from "../../host/read-optional.ts";

/** The processes that /proc shows, in ascending order. */
export function listPids(host: Host): { pids: number[]; gaps: Gap[] } {
  const pids = listRequired(host, "/proc")
    .filter((name) => /^\d{1,10}$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
  // Every pid namespace has a process 1, so when it isn't listed /proc is mounted with hidepid.
  if (pids.includes(1)) return { pids, gaps: [] };
  return {
    pids,
    gaps: [{ reason: "denied", detail: "/proc: processes of other users are hidden" }],
  };
}
