import { BlockList, isIP } from "node:net";
import { nextWord } from "./words.ts";

/** One condition of a Match line. */
export interface Criterion {
  /** As spelled in the manual ("User", "Address"…), or as written when unknown. */
  attribute: string;
  argument: string;
}

/** The attributes of a connection that Match evaluates; an absent attribute matches nothing. */
export interface Connection {
  user?: string;
  /** Names of the user's groups, including the primary group. */
  groups?: string[];
  /** The client's host name, or its address without UseDNS. */
  host?: string;
  /** The client's address. */
  address?: string;
  localAddress?: string;
  localPort?: number;
  routingDomain?: string;
}

const attributes = ["User", "Group", "Host", "Address", "LocalAddress", "LocalPort", "RDomain"];

/** The criteria of a Match line, empty for "all"; undefined for a line that sshd rejects. */
export function parseMatch(text: string): Criterion[] | undefined {
  const criteria: Criterion[] = [];
  let rest = text;
  while (rest !== "" && !rest.startsWith("#")) {
    const [name, afterName] = nextWord(rest);
    if (name.toLowerCase() === "all")
      return criteria.length === 0 && /^(#|$)/.test(afterName) ? [] : undefined;
    const [argument, after] = nextWord(afterName);
    if (!argument || argument.startsWith("#")) return undefined;
    criteria.push({ attribute: canonicalAttribute(name), argument });
    rest = after;
  }
  return criteria.length > 0 ? criteria : undefined;
}

const canonicalAttribute = (name: string) =>
  attributes.find((attribute) => attribute.toLowerCase() === name.toLowerCase()) ?? name;

/** Whether a connection matches a criterion; attributes of a newer sshd never match. */
export function matchesCriterion(
  { attribute, argument }: Criterion,
  connection: Connection,
): boolean {
  const { user, groups, host, address, localAddress, localPort, routingDomain } = connection;
  switch (attribute) {
    case "User":
      return user !== undefined && matchesList(argument, (glob) => matchesGlob(user, glob));
    case "Group":
      return groups !== undefined && matchesGroups(argument, groups);
    case "Host":
      return host !== undefined && matchesHost(argument, host);
    case "Address":
      return address !== undefined && matchesAddress(argument, address);
    case "LocalAddress":
      return localAddress !== undefined && matchesAddress(argument, localAddress);
    case "LocalPort":
      return localPort !== undefined && Number(argument) === localPort;
    case "RDomain":
      return (
        routingDomain !== undefined &&
        matchesList(argument, (glob) => matchesGlob(routingDomain, glob))
      );
    default:
      return false;
  }
}

/** A list matches when an item does and no negated one does: "!root" alone matches nobody. */
export function matchesList(list: string, matches: (item: string) => boolean): boolean {
  const items = list.split(",");
  if (items.some((item) => item.startsWith("!") && matches(item.slice(1)))) return false;
  return items.some((item) => !item.startsWith("!") && matches(item));
}

const matchesHost = (list: string, host: string) =>
  matchesList(list.toLowerCase(), (glob) => matchesGlob(host.toLowerCase(), glob));

/** Membership in a negated group fails the match, whatever the other groups. */
const matchesGroups = (list: string, groups: string[]) =>
  matchesList(list, (glob) => groups.some((group) => matchesGlob(group, glob)));

/** "*" and "?" are sshd's only wildcards. */
export function matchesGlob(text: string, glob: string): boolean {
  const source = glob
    .replace(/\*+/g, "*")
    .replace(/[\s\S]/g, (char) =>
      char === "*" ? "[\\s\\S]*" : char === "?" ? "[\\s\\S]" : char.replace(/[^\w]/, "\\$&"),
    );
  return new RegExp(`^${source}$`).test(text);
}

/** Items are CIDR blocks, addresses or patterns over the address's text. */
const matchesAddress = (list: string, address: string) =>
  matchesList(list, (item) =>
    isBlock(item) ? inBlock(address, item) : matchesGlob(address, item),
  );

/** Whether it is an address or a CIDR block. */
export function isBlock(item: string): boolean {
  const [network = "", prefix] = item.split("/");
  return isIP(network) !== 0 && (prefix === undefined || /^\d{1,3}$/.test(prefix));
}

function inBlock(address: string, item: string): boolean {
  const [network = "", prefix] = item.split("/");
  const family = isIP(network) === 4 ? "ipv4" : "ipv6";
  const widest = family === "ipv4" ? 32 : 128;
  const bits = prefix === undefined ? widest : Number(prefix);
  if (isIP(address) !== isIP(network) || bits > widest) return false;
  const block = new BlockList();
  block.addSubnet(network, bits, family);
  return block.check(address, family);
}
