import { isIPv4 } from "node:net";

/** Whether a host name, in the form used by `URL`, always means this machine. */
export function isLoopback(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith("127.");
  return hostname === "localhost" || hostname === "[::1]";
}
