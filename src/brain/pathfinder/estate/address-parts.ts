import { compareIps, type Ip, type IpRange } from "./ip.ts";
import { everyIpv4 } from "./special-ranges.ts";

/** All addresses in parts, within each of which nobody can tell one from another. */
export interface AddressParts {
  count: number;
  partOf(ip: Ip): number;
}

/** The parts that the bounds of some ranges make. */
export function addressParts(ranges: Iterable<IpRange>): AddressParts {
  const seen = new Set<string>();
  const bounds: { ip: Ip; isLast: boolean }[] = [];
  const add = (ip: Ip, isLast: boolean) => {
    const key = `${ip.join(".")} ${isLast}`;
    if (!seen.has(key)) bounds.push({ ip, isLast });
    seen.add(key);
  };
  for (const { first, last } of [everyIpv4, ...ranges]) {
    add(first, false);
    add(last, true);
  }
  // Before the first address of a range, from it to the last one, after that.
  bounds.sort((a, b) => compareIps(a.ip, b.ip) || Number(a.isLast) - Number(b.isLast));
  return {
    count: bounds.length + 1,
    /** How many bounds are passed by. */
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
