import { type Ip, type IpRange, isInRange, parseRange } from "../../../core/ip.ts";

const known = (text: string): IpRange => parseRange(text)!;
export const everyIpv4 = known("0.0.0.0/0");
const loopback = [known("127.0.0.0/8"), known("::1")];
const linkLocal = [known("169.254.0.0/16"), known("fe80::/10")];
const wildcards = [known("0.0.0.0"), known("::")];
/** RFC 1918, 6598 and 4193, and addresses that never belong to one host. */
const inside = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"];
const neverPublic = [...inside, "0.0.0.0/8", "224.0.0.0/3", "ff00::/8", "::"].map(known);

const inAny = (ip: Ip, ranges: IpRange[]) => ranges.some((range) => isInRange(ip, range));
export const isLoopbackIp = (ip: Ip): boolean => inAny(ip, loopback);
export const isLinkLocal = (ip: Ip): boolean => inAny(ip, linkLocal);
export const isWildcard = (ip: Ip): boolean => inAny(ip, wildcards);
export const isIpv4 = (ip: Ip): boolean => isInRange(ip, everyIpv4);

/** Whether the address is routed on the internet. */
export function isPublic(ip: Ip): boolean {
  return !isLoopbackIp(ip) && !isLinkLocal(ip) && !inAny(ip, neverPublic);
}
