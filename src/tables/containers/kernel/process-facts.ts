import type { Host } from "../../host/port.ts";
import type { Row } from "../../model/table.ts";
import { capabilityNames, outerRoot, parseRights } from "../../parsers/proc/security.ts";
import { parseStat } from "../../parsers/proc/stat.ts";
import { containerOf, readArguments } from "../engines/running-containers.ts";
import { sharedNamespaces } from "./host-namespaces.ts";
import { limitsOf } from "./limits.ts";

/** What the kernel says of a running container's first process; the settings may say otherwise. */
export function processFacts(host: Host, { id, pid }: { id: string; pid: number }): Row {
  if (pid <= 0 || !isProcessOf(host, { id, pid })) return {};
  return {
    ...rightsOf(host, pid),
    ...limitsOf(host, pid),
    host_namespaces: sharedNamespaces(host, pid),
  };
}

/** A pid of the daemon's may be another process's here, if this agent is in a container itself. */
function isProcessOf(host: Host, { id, pid }: { id: string; pid: number }): boolean {
  try {
    if (host.read(`/proc/${pid}/cgroup`).includes(id)) return true;
    const parent = parseStat(host.read(`/proc/${pid}/stat`))?.parent ?? 0;
    return containerOf(readArguments(host, parent))?.id === id;
  } catch {
    return false;
  }
}

function rightsOf(host: Host, pid: number): Row {
  try {
    const rights = parseRights(host.read(`/proc/${pid}/status`));
    if (!rights) return {};
    const { euid, gids, noNewPrivileges, permitted, bounding } = rights;
    return {
      process_uid: euid,
      process_gids: [...new Set(gids)].join(", "),
      root_uid: outerRoot(host.read(`/proc/${pid}/uid_map`)),
      no_new_privileges: Number(noNewPrivileges),
      capabilities: capabilityNames(noNewPrivileges && euid !== 0 ? permitted : bounding),
    };
  } catch {
    return {};
  }
}
