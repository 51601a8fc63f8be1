import { isIP } from "node:net";
import { refusedKind } from "./address-guard.ts";
import type { IpRange } from "./cidr.ts";

/** Resolves a name to its addresses, best first, like `lookup` of node:dns/promises with `all`. */
export type Lookup = (name: string) => Promise<{ address: string }[]>;

export type Resolution = { ok: true; addresses: string[] } | { ok: false; reason: string };

/** The addresses of a URL's host, or why deliveries may not go there. */
export type ResolveHost = (host: string) => Promise<Resolution>;

/**
 * Resolves hosts and checks every address: one forbidden address forbids the name. Connections use
 * the returned addresses, so that a name can't resolve differently between check and use (DNS
 * rebinding). Concurrent connections share one lookup, since the system runs few in parallel.
 */
export function createResolveHost(lookup: Lookup, allow: IpRange[]): ResolveHost {
  const pending = new Map<string, Promise<Resolution>>();
  return async (host) => {
    if (isIP(host)) return checkLiteral(host, allow);
    const known = pending.get(host);
    if (known) return known;
    const lookingUp = lookup(host)
      .then((found) => checkName(host, found, allow), explainLookup(host))
      .finally(() => pending.delete(host));
    pending.set(host, lookingUp);
    return lookingUp;
  };
}

function checkLiteral(address: string, allow: IpRange[]): Resolution {
  const kind = refusedKind(address, allow);
  return kind ? { ok: false, reason: `${address} is ${kind}` } : { ok: true, addresses: [address] };
}

function checkName(name: string, found: { address: string }[], allow: IpRange[]): Resolution {
  const addresses = found.map(({ address }) => address);
  // Without the address or its kind: a key must not learn what the server's own names stand for.
  if (addresses.some((address) => refusedKind(address, allow)))
    return { ok: false, reason: `${name} resolves to an address that is not public` };
  return addresses.length > 0 ? { ok: true, addresses } : noAddress(name);
}

const noAddress = (name: string): Resolution => ({ ok: false, reason: `${name} has no address` });

const explainLookup = (name: string) => (error: unknown) =>
  (error as NodeJS.ErrnoException).code === "ENOTFOUND"
    ? noAddress(name)
    : ({ ok: false, reason: `the name ${name} could not be resolved` } as Resolution);
