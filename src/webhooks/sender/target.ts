import { isIP } from "node:net";

/** What a URL says about where to connect. */
export interface Target {
  /** The name without its trailing dot, or the address without brackets. */
  host: string;
  port: number;
}

/** The receiver that a URL names, or why it names none. */
export function parseTarget(url: string): ({ ok: true; url: URL } & Target) | NotATarget {
  const parsed = URL.parse(url);
  if (!parsed) return { ok: false, reason: "the URL can't be read" };
  if (parsed.protocol !== "https:") {
    return { ok: false, reason: "the URL does not begin with https://" };
  }
  return { ok: true, url: parsed, ...targetOf(parsed) };
}

interface NotATarget {
  ok: false;
  reason: string;
}

/** The URL parser has turned every spelling of an address (`0x7f.1`, full-width digits) into one. */
export function targetOf({ hostname, port }: { hostname: string; port: string }): Target {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  return { host, port: Number(port || 443) };
}

/** The name that a certificate must be for by SNI; none for an address (RFC 6066). */
export const serverNameOf = (host: string): string => (isIP(host) ? "" : host);
