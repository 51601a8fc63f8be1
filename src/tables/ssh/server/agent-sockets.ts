import { gapOf, isAbsent } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import { once } from "../../host/once.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { type OpenSocket, readOpenSockets } from "../../network/sockets/linux.ts";
import type { PublicKey } from "../../parsers/ssh/key.ts";
import { processNamer, readUsernames } from "../../processes/proc/owner.ts";
import { listAgentKeys } from "./agent-keys.ts";

/** Socket paths of agents: OpenSSH's (in homes since 10.1), GNOME's, GnuPG's, systemd units'. */
const agentPath =
  /^\/tmp\/ssh-[^/]+\/agent\.\d+$|\/\.ssh\/agent\/[^/]+$|\/keyring\/(ssh|\.ssh)$|\/S\.gpg-agent\.ssh$|^\/run\/user\/\d+\/(openssh_agent|ssh-agent(\.socket)?)$/;

/** sshd's session processes; "sshd-session" since OpenSSH 9.8. */
const isSshd = (name: string | null) => name === "sshd" || name === "sshd-session";

/** Sockets that are asked for their keys, at most. */
const maxAsked = 64;

export interface AgentSockets extends Collected {
  /** By path: the keys that an agent of OpenSSH's lists; null where that isn't known. */
  keys: Map<string, PublicKey[] | null>;
}

/** The sockets of agents, and the keys that OpenSSH's list: others may ask their owners first. */
export const readAgentSockets = (host: Host): Promise<AgentSockets> => once(host, askAll);

async function askAll(host: Host): Promise<AgentSockets> {
  const { rows, gaps, asked } = findAgentSockets(host);
  const keys = new Map(
    await Promise.all(
      asked
        .slice(0, maxAsked)
        .map(async (path) => [path, await listAgentKeys(host, path)] as const),
    ),
  );
  const counted = rows.map(
    (row): Row => ({ ...row, key_count: keys.get(String(row.path))?.length ?? null }),
  );
  return { rows: counted, gaps, keys };
}

function findAgentSockets(host: Host): Collected & { asked: string[] } {
  const read = gapReader(host);
  const sockets = readOpenSockets(read);
  const nameOf = processNamer(read);
  const usernames = readUsernames(read);
  const isAgent = ({ pid, path, family, listening }: OpenSocket) =>
    family === 1 &&
    listening &&
    path.startsWith("/") &&
    (agentPath.test(path) || nameOf(pid).process_name === "ssh-agent");
  const byPath = new Map<string, OpenSocket[]>();
  for (const socket of sockets.filter(isAgent))
    byPath.set(socket.path, [...(byPath.get(socket.path) ?? []), socket]);
  const asked: string[] = [];
  const rows = [...byPath].flatMap(([path, holders]): Row[] => {
    const holder = holders.find(({ pid }) => isSshd(nameOf(pid).process_name)) ?? holders[0]!;
    const uid = ownerOf(read, path);
    if (uid === undefined) return [];
    const username = uid === null ? null : (usernames.get(uid) ?? null);
    const name = nameOf(holder.pid).process_name;
    const isForwarded = isSshd(name);
    if (isForwarded || name === "ssh-agent") asked.push(path);
    return [{ path, uid, username, ...holderColumns(holder, isForwarded, sockets) }];
  });
  return { rows, gaps: read.gaps, asked };
}

/** Undefined for an absent path: the socket was removed, or belongs to a container's file tree. */
function ownerOf(read: GapReader, path: string): number | null | undefined {
  try {
    return read.host.stat(path).uid;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    read.forColumns(["uid", "username"]).report(gapOf(error, path));
    return null;
  }
}

/** Both are unknown for a socket without a visible process. */
function holderColumns({ pid }: OpenSocket, isForwarded: boolean, sockets: OpenSocket[]): Row {
  if (pid < 0) return { pid: null, forwarded: null, address: "" };
  return {
    pid,
    forwarded: Number(isForwarded),
    address: isForwarded ? clientOf(pid, sockets) : "",
  };
}

/**
 * The process that forwards an agent also holds the session's connection, opened before those it
 * carries.
 */
function clientOf(holder: number, sockets: OpenSocket[]): string {
  const [connection] = sockets
    .filter(({ pid, state }) => pid === holder && state === "ESTABLISHED")
    .sort((a, b) => a.fd - b.fd);
  return connection?.remoteAddress.replace(/^::ffff:(?=\d+\.)/, "") ?? "";
}
