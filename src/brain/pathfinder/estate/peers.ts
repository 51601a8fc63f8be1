import type { HostIndex } from "./host-index.ts";
import type { HostRecord } from "./host-record.ts";

/** Which hosts were seen connected with which, be it by an address that several have. */
export interface Peers {
  of(slot: number): Int32Array;
  are(a: number, b: number): boolean;
}

const nobody = new Int32Array(0);
/** From here on it is worth to look at the other one's peers instead. */
const many = 64;

export function createPeers(
  hosts: Iterable<HostRecord>,
  { atAddress }: Pick<HostIndex, "atAddress">,
): Peers {
  const known: (Set<number> | undefined)[] = [];
  const add = (a: number, b: number) => {
    known[a] ??= new Set();
    known[a].add(b);
  };
  for (const { slot, net } of hosts)
    for (const remote of net.remotes)
      for (const other of atAddress(remote)) {
        add(slot, other);
        add(other, slot);
      }
  const lists = Array.from(known, (peers) => (peers ? Int32Array.from(peers) : nobody));
  const of = (slot: number) => lists[slot] ?? nobody;
  return {
    of,
    are(a, b) {
      const own = of(a);
      if (own.length > many && of(b).length < own.length) return has(of(b), a);
      return has(own, b);
    },
  };
}

/** As `includes`, without the cost of its call: there are few, and many millions of calls. */
function has(slots: Int32Array, slot: number): boolean {
  for (let at = 0; at < slots.length; at++) if (slots[at] === slot) return true;
  return false;
}
