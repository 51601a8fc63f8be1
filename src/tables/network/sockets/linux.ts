import type { GapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { readRequired } from "../../host/read-required.ts";
import {
  inetFiles,
  type KernelSocket,
  parseInetSockets,
  parsePacketSockets,
  parseSctpEndpoints,
  parseUnixSockets,
} from "../../parsers/proc/net-sockets.ts";
import { listPids } from "../../processes/proc/pids.ts";
import { readNamespace, type SocketHolder, surveySockets } from "../../processes/proc/sockets.ts";

/** A socket and a process that holds it; pid and fd are -1 when none was found. */
export interface OpenSocket extends KernelSocket, SocketHolder {
  /** Inode of its network namespace; NULL in a recorded tree without namespaces. */
  namespace: string | null;
}

const nobody: SocketHolder[] = [{ pid: -1, fd: -1 }];

/**
 * Sockets in the network namespaces of all visible processes, one entry per process that holds one.
 */
export function readOpenSockets(read: GapReader): OpenSocket[] {
  const survey = surveySockets(read, listPids(read));
  const own = ownNamespace(read.host);
  const names = interfaceNames(read);
  const others = [...survey.namespaces].filter(([namespace]) => namespace !== own);
  const folders: [string, string | null][] = [
    ["/proc/net", own],
    ...others.map(([namespace, pid]): [string, string] => [`/proc/${pid}/net`, namespace]),
  ];
  return folders.flatMap(([folder, namespace]) =>
    readFolder(read, folder, namespace === own ? names : new Map()).flatMap((socket) =>
      (survey.holders.get(socket.inode) ?? nobody).map((holder) => ({
        ...socket,
        ...holder,
        namespace,
      })),
    ),
  );
}

function ownNamespace(host: Host): string | null {
  try {
    return readNamespace(host, "self") ?? null;
  } catch {
    return null;
  }
}

/** A busy host lists 100,000 sockets in 15 MB; anything beyond this limit is silently lost. */
const maxBytes = 256 << 20;

/** The tcp file always exists, the others only when the kernel has the protocol. */
function readFolder(
  read: GapReader,
  folder: string,
  interfaces: Map<number, string>,
): KernelSocket[] {
  const textOf = (file: string) => {
    const path = `${folder}/${file}`;
    if (path === "/proc/net/tcp") return readRequired(read.host, path, maxBytes);
    return read.attempt(path, () => read.host.read(path, maxBytes)) ?? "";
  };
  const inet = inetFiles.flatMap(({ file, ...kind }) => parseInetSockets(textOf(file), kind));
  return [
    ...inet,
    ...parseSctpEndpoints(textOf("sctp/eps")),
    ...parseUnixSockets(textOf("unix")),
    ...parsePacketSockets(textOf("packet"), (index) => interfaces.get(index) ?? `if${index}`),
  ];
}

/** This namespace's interfaces by their number; those of others have only numbers here. */
function interfaceNames(read: GapReader): Map<number, string> {
  const names = read.list("/sys/class/net");
  return new Map(names.map((name) => [Number(read.text(`/sys/class/net/${name}/ifindex`)), name]));
}
