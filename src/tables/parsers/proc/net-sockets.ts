import { parseKernelAddress, parseNetworkAddress } from "../net-address.ts";

/** A socket as the kernel lists it. */
export interface KernelSocket {
  inode: number;
  /** AF_UNIX 1, AF_INET 2, AF_INET6 10, AF_PACKET 17. */
  family: number;
  /** IANA number; 0 for Unix sockets, the Ethernet type of packet sockets (3: all). */
  protocol: number;
  /** Of a packet socket its interface, "" for all. */
  localAddress: string;
  localPort: number;
  remoteAddress: string;
  remotePort: number;
  /** Of a Unix socket; "@name" is an abstract one. */
  path: string;
  /** TCP's, else "". */
  state: string;
  /** A listening stream socket, a datagram socket without a peer, or a packet socket. */
  listening: boolean;
}

/** The files below /proc/net that list sockets which have addresses. */
export const inetFiles = [
  { file: "tcp", family: 2, protocol: 6 },
  { file: "tcp6", family: 10, protocol: 6 },
  { file: "udp", family: 2, protocol: 17 },
  { file: "udp6", family: 10, protocol: 17 },
  { file: "udplite", family: 2, protocol: 136 },
  { file: "udplite6", family: 10, protocol: 136 },
  { file: "raw", family: 2, protocol: 255 },
  { file: "raw6", family: 10, protocol: 255 },
  { file: "icmp", family: 2, protocol: 1 },
  { file: "icmp6", family: 10, protocol: 58 },
] as const;

/** Numbered from 1 as net/tcp_states.h has them. */
const tcpStates = [
  "UNKNOWN",
  "ESTABLISHED",
  "SYN_SENT",
  "SYN_RECV",
  "FIN_WAIT1",
  "FIN_WAIT2",
  "TIME_WAIT",
  "CLOSE",
  "CLOSE_WAIT",
  "LAST_ACK",
  "LISTEN",
  "CLOSING",
  "SYN_RECV",
];

/**
 * Line format: slot local remote state queues timer retransmits uid timeout inode…, addresses as
 * hex:port.
 */
export function parseInetSockets(
  text: string,
  { family, protocol }: { family: number; protocol: number },
): KernelSocket[] {
  return text.split("\n").flatMap((line) => {
    const fields = line.trim().split(/\s+/, 10);
    const local = parseEnd(fields[1]);
    const remote = parseEnd(fields[2]);
    const inode = Number(fields[9]);
    if (!local || !remote || !Number.isSafeInteger(inode)) return [];
    const state = protocol === 6 ? (tcpStates[Number.parseInt(fields[3]!, 16)] ?? "UNKNOWN") : "";
    return [
      {
        inode,
        family,
        protocol,
        localAddress: local.address,
        localPort: local.port,
        remoteAddress: remote.address,
        remotePort: remote.port,
        path: "",
        state,
        listening: protocol === 6 ? state === "LISTEN" : remote.port === 0,
      },
    ];
  });
}

function parseEnd(text = ""): { address: string; port: number } | undefined {
  const [hex = "", port = ""] = text.split(":");
  const address = parseKernelAddress(hex);
  if (!address || !/^[0-9A-Fa-f]{4}$/.test(port)) return undefined;
  return { address, port: Number.parseInt(port, 16) };
}

const acceptsConnections = 0x1_0000; // __SO_ACCEPTCON, linux/net.h
const datagram = 2; // SOCK_DGRAM

/**
 * Line format: slot refcount protocol flags type state inode [path]; only the path may contain
 * spaces.
 */
export function parseUnixSockets(text: string): KernelSocket[] {
  return text.split("\n").flatMap((line) => {
    const found = /^\S+: \S+ \S+ ([0-9A-F]+) ([0-9A-F]+) \S+\s+(\d+)(?: (.*))?$/.exec(line);
    if (!found) return [];
    const [, flags = "", type = "", inode, path = ""] = found;
    const accepts = (Number.parseInt(flags, 16) & acceptsConnections) !== 0;
    const isDatagram = Number.parseInt(type, 16) === datagram;
    return [
      {
        inode: Number(inode),
        family: 1,
        protocol: 0,
        localAddress: "",
        localPort: 0,
        remoteAddress: "",
        remotePort: 0,
        path,
        state: "",
        listening: path !== "" && (accepts || isDatagram),
      },
    ];
  });
}

/** Line format: address refcount type protocol interface running memory uid inode; protocol in hex. */
export function parsePacketSockets(
  text: string,
  interfaceOf: (index: number) => string,
): KernelSocket[] {
  return text.split("\n").flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [, , , protocol = "", index, , , , inode] = fields;
    if (fields.length !== 9 || !/^[0-9a-f]{4}$/.test(protocol)) return [];
    return [
      {
        ...unaddressed,
        inode: Number(inode),
        family: 17,
        protocol: Number.parseInt(protocol, 16),
        localAddress: index === "0" ? "" : interfaceOf(Number(index)),
        // Without a protocol it receives nothing yet: packet(7).
        listening: protocol !== "0000",
      },
    ];
  });
}

const unaddressed = { localPort: 0, remoteAddress: "", remotePort: 0, path: "", state: "" };

const sctpListening = "10"; // SCTP_SS_LISTENING, net/sctp/constants.h

/**
 * SCTP's end points. Line format: address address style state bucket port uid inode, then the local
 * addresses.
 */
export function parseSctpEndpoints(text: string): KernelSocket[] {
  return text.split("\n").flatMap((line) => {
    const [, , , state, , port, , inode, ...addresses] = line.trim().split(/\s+/);
    if (!/^\d+$/.test(inode ?? "")) return [];
    return addresses.map((address) => ({
      ...unaddressed,
      inode: Number(inode),
      family: address.includes(":") ? 10 : 2,
      protocol: 132,
      localAddress: canonicalAddress(address),
      localPort: Number(port),
      listening: state === sctpListening,
    }));
  });
}

/** SCTP writes all eight groups of an IPv6 address. */
const canonicalAddress = (address: string): string =>
  address.includes(":") ? (parseNetworkAddress(address.replaceAll(":", "")) ?? address) : address;
