import type { ClientPatterns } from "../../../core/client-patterns.ts";
import { ipKey, parseIp } from "../../../core/ip.ts";
import { everyIpv4, isPublic } from "../addresses/special-ranges.ts";
import type { SourceAddress } from "../model/host-network.ts";
import type { ReachTerms } from "./reach.ts";

/** All addresses from which the source may connect. */
export function sourcesOf({ from, to, guard }: ReachTerms): SourceAddress[] {
  if (from === null) return publicSources(guard.patterns);
  return from === to ? [...loopback(from.names), ...from.sources] : from.sources;
}

function loopback(names: string[]): SourceAddress[] {
  const ip = parseIp("127.0.0.1");
  return ip
    ? [{ text: "127.0.0.1", ip, key: ipKey(ip), range: { first: ip, last: ip }, names }]
    : [];
}

/** From RFC 5737: no pattern names this address. */
const somewhere = "203.0.113.1";

/** Any public address, and the public blocks that the patterns admit. */
function publicSources({ lists }: ClientPatterns): SourceAddress[] {
  const anywhere = { text: somewhere, ip: null, key: "", range: everyIpv4, names: [] };
  const blocks = lists
    .flat()
    .flatMap(({ negated, block, text }) =>
      !negated && block && isPublic(block.first)
        ? [{ text: text.replace(/\/.*$/, ""), ip: null, key: "", range: block, names: [] }]
        : [],
    );
  return [anywhere, ...blocks];
}
