import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { trackProcessReads } from "./proc/attempt.ts";
import { listPids } from "./proc/pids.ts";
import { readNamespace } from "./proc/sockets.ts";

const kinds = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"];

/** One row per process, with the inode of each of its namespaces. */
export const processNamespaces: CollectedTable = {
  name: "process_namespaces",
  description: "Linux namespaces of processes.",
  platforms: ["linux"],
  columns: {
    pid: "INTEGER",
    cgroup_namespace: "TEXT",
    ipc_namespace: "TEXT",
    mnt_namespace: "TEXT",
    net_namespace: "TEXT",
    pid_namespace: "TEXT",
    user_namespace: "TEXT",
    uts_namespace: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const reads = trackProcessReads("namespaces");
    const rows = listPids(read).map((pid) => {
      const inodes = kinds.map((kind) => [
        `${kind}_namespace`,
        reads.attempt(pid, () => readNamespace(host, String(pid), kind)),
      ]);
      return { pid, ...Object.fromEntries(inodes) };
    });
    return { rows, gaps: [...read.gaps, ...reads.gaps()] };
  },
};
