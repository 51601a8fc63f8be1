import type { ClientPatterns } from "./admits-from.ts";
import { type Ip, type IpRange, parseIp } from "./ip.ts";
import type { ReachTerms } from "./reach.ts";
import { everyIpv4, isPublic } from "./special-ranges.ts";

/** Where an arrival would come from. */
export interface Source {
  text: string;
  range: IpRange;
  /** Null where it stands for many. */
  ip: Ip | null;
  /** Names of its host. */
  names: string[];
}

/** Every address that who comes may come by. */
export function sourcesOf({ from, to, guard }: ReachTerms): Source[] {
  if (from === null) return publicSources(guard.patterns);
  const own = from.addresses.map(({ text }) => text);
  return (from === to ? ["127.0.0.1", ...own] : own).flatMap((text) => singly(text, from.names));
}

function singly(text: string, names: string[]): Source[] {
  const ip = parseIp(text);
  return ip ? [{ text, ip, range: { first: ip, last: ip }, names }] : [];
}

/** Of RFC 5737: an address that nothing admits for its own sake. */
const somewhere = "203.0.113.1";

/** Anywhere, or where patterns admit some of the internet by block, there. */
function publicSources({ lists }: ClientPatterns): Source[] {
  const anywhere = { text: somewhere, ip: null, range: everyIpv4, names: [] };
  const blocks = lists
    .flat()
    .flatMap(({ negated, block, text }) =>
      !negated && block && isPublic(block.first)
        ? [{ text: text.replace(/\/.*$/, ""), ip: null, range: block, names: [] }]
        : [],
    );
  return [anywhere, ...blocks];
}
