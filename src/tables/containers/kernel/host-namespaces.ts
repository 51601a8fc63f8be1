import type { Host } from "../../host/port.ts";
import { readNamespace } from "../../processes/proc/sockets.ts";

const kinds = ["net", "pid", "ipc", "uts", "user", "cgroup"];

/** The namespaces that a process shares with the host's first process: "net, user"; null if unreadable. */
export function sharedNamespaces(host: Host, pid: number): string | null {
  try {
    return kinds
      .filter((kind) => readNamespace(host, String(pid), kind) === readNamespace(host, "1", kind))
      .join(", ");
  } catch {
    return null;
  }
}
