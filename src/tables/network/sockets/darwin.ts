import type { GapReader } from "../../host/gap-reader.ts";
import type { Row } from "../../model/table.ts";
import { listOpenFiles, type OpenFile } from "../../processes/lsof.ts";

/** A socket of a process, with macOS's numbers as in osquery: IPv6 is 30. */
export interface OpenSocket {
  pid: number;
  fd: number;
  socket: bigint | null;
  family: number;
  protocol: number;
  localAddress: string;
  localPort: number;
  remoteAddress: string;
  remotePort: number;
  path: string;
  state: string;
  command: string;
  user: string;
}

const families = new Map([
  ["unix", 1],
  ["IPv4", 2],
  ["IPv6", 30],
]);
const protocols = new Map([
  ["TCP", 6],
  ["UDP", 17],
  ["ICMP", 1],
  ["ICMPV6", 58],
]);

export async function readOpenSockets(read: GapReader): Promise<OpenSocket[]> {
  const files = await listOpenFiles(read, ["-i", "-U"], "sockets");
  return files.flatMap((file) => socketOf(file) ?? []);
}

/** Columns that listening_ports and process_open_sockets share. */
export const socketColumns = (socket: OpenSocket): Row => ({
  pid: socket.pid,
  fd: socket.fd,
  socket: socket.socket,
  family: socket.family,
  protocol: socket.protocol,
  path: socket.path,
  process_name: socket.command,
  username: socket.user,
});

/** The socket of an lsof entry; undefined when it isn't a socket. */
export function socketOf({ pid, command, user, fields }: OpenFile): OpenSocket | undefined {
  const type = fields.get("t") ?? "";
  const family = families.get(type);
  if (family === undefined) return undefined;
  const name = fields.get("n") ?? "";
  const [local, remote] = family === 1 ? ["", ""] : name.split("->");
  return {
    pid,
    fd: /^\d+$/.test(fields.get("f") ?? "") ? Number(fields.get("f")) : -1,
    socket: addressOf(fields.get("d")),
    family,
    protocol: protocols.get(fields.get("P") ?? "") ?? 0,
    ...endOf(local, type, "local"),
    ...endOf(remote, type, "remote"),
    path: family === 1 && name.startsWith("/") ? name : "",
    state: fields.get("T") ?? "",
    command,
    user,
  } as OpenSocket;
}

/** The socket's kernel address: 64 bits, which SQLite shows as a signed integer. */
function addressOf(text = ""): bigint | null {
  return /^0x[0-9a-f]{1,16}$/i.test(text) ? BigInt.asIntN(64, BigInt(text)) : null;
}

/** "127.0.0.1:631", "[fe80:4::1]:123", "*:22" (any address of the family), "*:*" (not bound). */
function endOf(text: string | undefined, type: string, side: "local" | "remote") {
  const colon = text?.lastIndexOf(":") ?? -1;
  const port = Number(text?.slice(colon + 1));
  const host = colon < 0 ? "" : text!.slice(0, colon).replace(/^\[|\]$/g, "");
  const any = text === undefined || type === "unix" ? "" : type === "IPv6" ? "::" : "0.0.0.0";
  return {
    [`${side}Address`]: host === "*" || host === "" ? any : withoutScope(host),
    [`${side}Port`]: Number.isInteger(port) ? port : 0,
  };
}

/**
 * The kernel stores the interface of a link-local address in its second group; "%en0" may follow
 * too.
 */
const withoutScope = (address: string) =>
  address.replace(/%.*$/, "").replace(/^(fe80|ff0[12]):[0-9a-f]{1,4}:(?=:)/i, "$1:");
