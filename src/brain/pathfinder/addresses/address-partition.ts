import { compareIps, type Ip, type IpRange } from "../../../core/ip.ts";
import { everyIpv4 } from "./special-ranges.ts";

/** Splits all addresses into classes that no firewall rule and no subnet distinguishes. */
export interface AddressPartition {
  classOf(ip: Ip): number;
  /** Whether every class lies inside or outside of the range. */
  splitsAt(range: IpRange): boolean;
  /**
   * The partition by some of the ranges alone: its number of classes, and the coarser class of each
   * class.
   */
  coarsen(ranges: readonly IpRange[]): { count: number; classOf(fineClass: number): number };
}

interface Bound {
  key: string;
  ip: Ip;
  isLast: boolean;
}

/** The partition by the bounds of all `ranges`. */
export function partitionAddresses(ranges: Iterable<IpRange>): AddressPartition {
  const known = new Map<string, Bound>();
  for (const bound of boundsOf([everyIpv4, ...ranges])) known.set(bound.key, bound);
  // Classes begin at the first address of a range and after its last one.
  const bounds = [...known.values()].sort(
    (a, b) => compareIps(a.ip, b.ip) || Number(a.isLast) - Number(b.isLast),
  );
  const indexes = new Map(bounds.map(({ key }, index) => [key, index]));

  return {
    /** The number of bounds at or below the address. */
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
    splitsAt: (range) => boundsOf([range]).every(({ key }) => indexes.has(key)),
    coarsen(some) {
      const own = new Set(boundsOf([everyIpv4, ...some]).map(({ key }) => indexes.get(key)!));
      const lower = Int32Array.from(own).sort();
      return {
        count: lower.length + 1,
        classOf(fineClass) {
          let count = 0;
          while (count < lower.length && lower[count]! < fineClass) count++;
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
