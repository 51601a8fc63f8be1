import { overlap, parseRange } from "../../../core/ip.ts";
import { addressesOfKind, type ConnectionKind, type LoginTarget } from "./connection-kinds.ts";

const loopback = ["127.0.0.0/8", "::1"].map((block) => parseRange(block)!);

/** Whether an address, a CIDR block or a pattern only matches clients on this host. */
export const isLoopback = (pattern: string): boolean => {
  const range = parseRange(pattern.replace(/^(127\.[\d.]*)\*$/, "127.0.0.0/8"));
  return range !== null && loopback.some((block) => overlap(range, block) === "all");
};

/** Whether connections of a kind can come from other hosts; undefined when unknown. */
export function isExposed(target: LoginTarget, kind: ConnectionKind): boolean | undefined {
  if (kind.client.matched.some(isLoopback)) return false;
  return addressesOfKind(target, kind)?.some((address) => !isLoopback(address));
}
