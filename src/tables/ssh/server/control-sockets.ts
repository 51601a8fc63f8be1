import { gapOf, isAbsent } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { type OpenSocket, readOpenSockets } from "../../network/sockets/linux.ts";
import { processNamer, readUsernames } from "../../processes/proc/owner.ts";

/** ssh binds a name with sixteen more characters, and renames it to the one that is used. */
const boundName = /^(\/.+)\.[0-9A-Za-z]{16}$/;

export function collectControlSockets(host: Host): Collected {
  const read = gapReader(host);
  const nameOf = processNamer(read);
  const usernames = readUsernames(read);
  const sockets = readOpenSockets(read).filter(({ pid }) => nameOf(pid).process_name === "ssh");
  const rows = sockets.flatMap(({ family, listening, path: bound, pid }): Row[] => {
    const path = boundName.exec(bound)?.[1];
    if (family !== 1 || !listening || path === undefined) return [];
    const uid = ownerOf(read, path);
    if (uid === undefined) return [];
    const username = uid === null ? null : (usernames.get(uid) ?? null);
    return [{ path, uid, username, pid, ...connectionOf(pid, sockets) }];
  });
  return { rows, gaps: read.gaps };
}

/** Undefined where no socket has the name any more: nobody can connect to it. */
function ownerOf(read: GapReader, path: string): number | null | undefined {
  try {
    const stats = read.host.stat(path);
    return stats.isSocket() ? stats.uid : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    read.forColumns(["uid", "username"]).report(gapOf(error, path));
    return null;
  }
}

/** The client's connection, unless it has several (it forwards some) or none (behind a jump host). */
function connectionOf(holder: number, sockets: OpenSocket[]): Row {
  const connections = sockets.filter(
    ({ pid, protocol, state }) => pid === holder && protocol === 6 && state === "ESTABLISHED",
  );
  const [only] = connections.length === 1 ? connections : [];
  return {
    local_address: only ? plain(only.localAddress) : null,
    local_port: only?.localPort ?? null,
    remote_address: only ? plain(only.remoteAddress) : null,
    remote_port: only?.remotePort ?? null,
  };
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "");
