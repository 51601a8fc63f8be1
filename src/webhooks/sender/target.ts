import { isIP } from "node:net";

/** Host and port of a URL. */
export interface Target {
  /** The name without its trailing dot, or the address without brackets. */
  host: string;
  port: number;
}

/** Parses the URL of a receiver. */
export function parseTarget(url: string): ({ ok: true; url: URL } & Target) | NotATarget {
  const parsed = URL.parse(url);
  if (!parsed) return { ok: false, reason: "the URL is invalid" };
  if (parsed.protocol !== "https:") {
    return { ok: false, reason: "the URL does not begin with https://" };
  }
  return { ok: true, url: parsed, ...targetOf(parsed) };
}

interface NotATarget {
  ok: false;
  reason: string;
}

/** The URL parser has normalised every spelling of an address (`0x7f.1`, full-width digits). */
export function targetOf({ hostname, port }: { hostname: string; port: string }): Target {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  return { host, port: Number(port || 443) };
}

/** Whether what a host stands for can change: it is neither an address nor localhost (RFC 6761). */
export const isName = (host: string): boolean =>
  isIP(host) === 0 && !/(^|\.)localhost$/i.test(host);

/** The server name for SNI; empty for an address (RFC 6066). */
export const serverNameOf = (host: string): string => (isIP(host) ? "" : host);
