import { isIP } from "node:net";
import { isLoopback } from "../../core/is-loopback.ts";

/**
 * Whether a Host header names this machine. A page on the Internet can let its own name resolve to
 * 127.0.0.1 and read what needs no key (DNS rebinding), but the browser then sends that name. An
 * address can't be rebound. A client without the header is no browser.
 */
export function isOwnHost(header: string | undefined): boolean {
  if (header === undefined) return true;
  const host = header.replace(/:\d*$/, "").toLowerCase();
  const isAddress = isIP(host.replace(/^\[(.*)\]$/, "$1")) !== 0;
  return isAddress || isLoopback(host) || host.endsWith(".localhost");
}
