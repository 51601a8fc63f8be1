import { isIP } from "node:net";
import { whyRefused } from "./address-guard.ts";
import type { IpRange } from "./cidr.ts";

/** Every address of a name, best first; `lookup` of node:dns/promises with `all` is one. */
export type Lookup = (name: string) => Promise<{ address: string }[]>;

export type Resolution = { ok: true; addresses: string[] } | { ok: false; reason: string };

/** Where a URL's host is, or why no webhook goes there. */
export type ResolveHost = (host: string) => Promise<Resolution>;

/**
 * Resolves hosts and judges every address they have: one that is refused refuses the name. What it
 * returns is what is connected to, so that a name can't be one thing when it is checked and another
 * when it is used. Connections made at the same time share one look-up: the system runs very few at
 * once.
 */
export function createResolveHost(lookup: Lookup, allow: IpRange[]): ResolveHost {
  const underWay = new Map<string, Promise<Resolution>>();
  return async (host) => {
    if (isIP(host)) return judgeLiteral(host, allow);
    const known = underWay.get(host);
    if (known) return known;
    const asked = lookup(host)
      .then((found) => judgeName(host, found, allow), explainLookup(host))
      .finally(() => underWay.delete(host));
    underWay.set(host, asked);
    return asked;
  };
}

function judgeLiteral(address: string, allow: IpRange[]): Resolution {
  const kind = whyRefused(address, allow);
  return kind ? { ok: false, reason: `${address} is ${kind}` } : { ok: true, addresses: [address] };
}

function judgeName(name: string, found: { address: string }[], allow: IpRange[]): Resolution {
  for (const { address } of found) {
    const kind = whyRefused(address, allow);
    if (kind) return { ok: false, reason: `${name} resolves to ${address}, which is ${kind}` };
  }
  const addresses = found.map(({ address }) => address);
  return addresses.length > 0 ? { ok: true, addresses } : noAddress(name);
}

const noAddress = (name: string): Resolution => ({ ok: false, reason: `${name} has no address` });

const explainLookup = (name: string) => (error: unknown) =>
  (error as NodeJS.ErrnoException).code === "ENOTFOUND"
    ? noAddress(name)
    : ({ ok: false, reason: `the address of ${name} could not be looked up` } as Resolution);
