import { compareIps, type Ip, type IpRange } from "../../../core/ip.ts";
import { everyIpv4 } from "./special-ranges.ts";

/** All addresses in parts, within each of which nobody can tell one from another. */
export interface AddressPartition {
  classOf(ip: Ip): number;
  /**
   * The parts that some of the ranges make alone: how many there are, and in which of them each
   * part of all ranges is.
   */
  coarsen(ranges: readonly IpRange[]): { count: number; partOf(part: number): number };
}

interface Bound {
  key: string;
  ip: Ip;
  isLast: boolean;
}

/** The parts that the bounds of some ranges make. */
export function partitionAddresses(ranges: Iterable<IpRange>): AddressPartition {
  const known = new Map<string, Bound>();
  for (const bound of boundsOf([everyIpv4, ...ranges])) known.set(bound.key, bound);
  // Before the first address of a range, from it to the last one, after that.
  const bounds = [...known.values()].sort(
    (a, b) => compareIps(a.ip, b.ip) || Number(a.isLast) - Number(b.isLast),
  );
  const places = new Map(bounds.map(({ key }, place) => [key, place]));

  return {
    /** How many bounds are passed by. */
    classOf(ip) {
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
    coarsen(some) {
      const own = new Set(boundsOf([everyIpv4, ...some]).map(({ key }) => places.get(key)!));
      const passed = Int32Array.from(own).sort();
      return {
        count: passed.length + 1,
        partOf(part) {
          let count = 0;
          while (count < passed.length && passed[count]! < part) count++;
          return count;
        },
      };
    },
  };
}

function boundsOf(ranges: readonly IpRange[]): Bound[] {
  return ranges.flatMap(({ first, last }) => [
    { key: `${first.join(".")} first`, ip: first, isLast: false },
    { key: `${last.join(".")} last`, ip: last, isLast: true },
  ]);
}
