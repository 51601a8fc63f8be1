import { createHash } from "node:crypto";
import { BlockList, isIP, isIPv4 } from "node:net";

/** Whether `address` is in the CIDR `block`; null if either is malformed. */
export function inCidrBlock(block: string, address: string): boolean | null {
  const slash = block.indexOf("/");
  const network = slash < 0 ? block : block.slice(0, slash);
  const family = isIP(network);
  const ip = withoutMapping(address);
  if (family === 0 || isIP(ip) === 0) return null;
  const widest = family === 4 ? 32 : 128;
  const bits = slash < 0 ? widest : prefixOf(block.slice(slash + 1));
  if (bits === null || bits > widest) return null;
  if (isIP(ip) !== family) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family === 4 ? "ipv4" : "ipv6");
  return list.check(ip, family === 4 ? "ipv4" : "ipv6");
}

const prefixOf = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : null);

/** Drops the zone, and turns an IPv4-mapped IPv6 address into IPv4. */
function withoutMapping(address: string): string {
  const bare = address.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  return mapped ? mapped[1]! : bare;
}

/** An IPv4 address as a number, or null. */
export function inetAton(address: string): number | null {
  if (!isIPv4(address)) return null;
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

export interface Flow {
  source: string;
  destination: string;
  sourcePort: number;
  destinationPort: number;
  protocol: number;
  seed?: number;
}

/** Community ID 1.0 of a flow (https://github.com/corelight/community-id-spec); null if an address is malformed. */
export function communityId(flow: Flow): string | null {
  const source = addressBytes(flow.source);
  const destination = addressBytes(flow.destination);
  if (!source || !destination || source.length !== destination.length) return null;
  const order = Buffer.compare(source, destination) || flow.sourcePort - flow.destinationPort;
  const [first, second, firstPort, secondPort] =
    order <= 0
      ? [source, destination, flow.sourcePort, flow.destinationPort]
      : [destination, source, flow.destinationPort, flow.sourcePort];
  const bytes = Buffer.concat([
    word(flow.seed ?? 0),
    first,
    second,
    Buffer.from([flow.protocol & 0xff, 0]),
    word(firstPort),
    word(secondPort),
  ]);
  return `1:${createHash("sha1").update(bytes).digest("base64")}`;
}

/** Two bytes, most significant first. */
function word(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value & 0xffff);
  return bytes;
}

function addressBytes(address: string): Buffer | null {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  return isIP(address) === 6 ? ipv6Bytes(address) : null;
}

function ipv6Bytes(address: string): Buffer {
  const bare = address.replace(/%.*$/, "").replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [a, b, c, d]
      .map((part) => Number(part).toString(16).padStart(2, "0"))
      .join("")
      .replace(/^(.{4})/, "$1:"),
  );
  const [head = "", tail] = bare.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const groups = [...left, ...Array(8 - left.length - right.length).fill("0"), ...right];
  return Buffer.concat(groups.map((group) => word(Number.parseInt(group, 16))));
}
