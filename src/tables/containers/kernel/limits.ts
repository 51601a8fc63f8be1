import type { Host } from "../../host/port.ts";
import type { Row } from "../../model/table.ts";

interface Limit {
  controller: string;
  /** The file's name in version 1 and 2. */
  files: [string, string];
  /** What limits nothing. */
  most: number;
}

/** The lowest limit of a process's control group and those above it; 0: none below what the machine has. */
export function limitsOf(host: Host, pid: number): Row {
  const groups = groupsOf(host, pid);
  return {
    memory_max: lowest(host, groups, {
      controller: "memory",
      files: ["memory.limit_in_bytes", "memory.max"],
      most: totalMemory(host),
    }),
    pids_max: lowest(host, groups, {
      controller: "pids",
      files: ["pids.max", "pids.max"],
      most: numberIn(host, "/proc/sys/kernel/pid_max"),
    }),
  };
}

/** Paths of a process's groups, by controller; that of version 2 by "". */
function groupsOf(host: Host, pid: number): Map<string, string> {
  const lines = host.read(`/proc/${pid}/cgroup`).trim().split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, controllers = "", ...path] = line.split(":");
      return controllers.split(",").map((each) => [each, path.join(":")] as const);
    }),
  );
}

function lowest(host: Host, groups: Map<string, string>, limit: Limit): number | null {
  const { controller, files, most } = limit;
  const legacy = groups.get(controller);
  const path = legacy ?? groups.get("");
  if (path === undefined || path.includes("..")) return null;
  const root = legacy === undefined ? "/sys/fs/cgroup" : `/sys/fs/cgroup/${controller}`;
  const values = foldersOf(path).map((folder) =>
    valueIn(host, `${root}${folder}/${files[legacy === undefined ? 1 : 0]}`),
  );
  // Without its own group's file, this isn't where the groups are mounted.
  if (values[0] === undefined) return null;
  const least = Math.min(...values.filter((value) => value !== undefined));
  return least >= most ? 0 : least;
}

/** "/a/b", "/a"; the root has no limits. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").filter(Boolean);
  return parts.map((_, at) => `/${parts.slice(0, parts.length - at).join("/")}`);
}

function valueIn(host: Host, path: string): number | undefined {
  try {
    const text = host.read(path).trim();
    return text === "max" ? Number.POSITIVE_INFINITY : Number(text);
  } catch {
    return undefined;
  }
}

const numberIn = (host: Host, path: string) => valueIn(host, path) ?? Number.POSITIVE_INFINITY;

function totalMemory(host: Host): number {
  const kilobytes = /^MemTotal:\s*(\d+)/m.exec(host.read("/proc/meminfo"))?.[1];
  return kilobytes === undefined ? Number.POSITIVE_INFINITY : Number(kilobytes) * 1024;
}
