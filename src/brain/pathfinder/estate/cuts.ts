import type { HostNet } from "./host-net.ts";
import { compareIps, type Ip, type IpRange } from "./ip.ts";
import { everyIpv4 } from "./special-ranges.ts";

/** All addresses in parts, within each of which a host can't tell one from another. */
export interface Cuts {
  /** The same for hosts that make the same parts. */
  key: string;
  parts: number;
  partOf(ip: Ip): number;
}

/** The parts that a host's firewall and its subnets make. */
export function cutsOf({ filter, addresses }: HostNet): Cuts {
  const subnets = addresses.flatMap(({ subnet }) => subnet ?? []);
  const ranges: IpRange[] = [everyIpv4, ...subnets, ...(filter?.sources ?? [])];
  // Before the first address of a range, from it to the last one, after that: an even number
  // of the two bounds is passed by the same ones.
  const bounds = ranges
    .flatMap(({ first, last }) => [
      { ip: first, isLast: false },
      { ip: last, isLast: true },
    ])
    .sort((a, b) => compareIps(a.ip, b.ip) || Number(a.isLast) - Number(b.isLast));
  return {
    key: bounds.map(({ ip, isLast }) => `${ip.join(".")}${isLast}`).join(),
    parts: bounds.length + 1,
    partOf(ip) {
      let [low, high] = [0, bounds.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const { ip: bound, isLast } = bounds[middle]!;
        const order = compareIps(ip, bound);
        if (order > 0 || (order === 0 && !isLast)) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}
