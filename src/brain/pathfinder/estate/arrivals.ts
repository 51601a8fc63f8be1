import { type Cuts, cutsOf } from "./cuts.ts";
import type { HostIndex } from "./host-index.ts";
import type { HostRecord } from "./host-record.ts";
import type { Reach } from "./reach.ts";
import { arrives } from "./reaches.ts";

export interface ArrivalsTerms {
  index: Pick<HostIndex, "isOnePlace" | "atAddress">;
  hostAt(slot: number): HostRecord | undefined;
}

/** Whether hosts of one address each get to ports of others, whatever those ask of them then. */
export interface Arrivals {
  stateOf(from: number, to: number, port: number): Reach["state"];
}

/** What is known of who comes to one host. */
interface Target {
  cuts: Cuts;
  /** By port, then by the part of all addresses that who comes is in: a state's code, 0 where it isn't known yet. */
  byPort: Map<number, Uint8Array>;
  /** Of hosts that it was seen connected with, by slot and port. */
  byPeer: Map<number, Reach["state"]>;
}

const states: readonly Reach["state"][] = ["proven", "inferred", "refuted"];

/**
 * Who comes matters by what the host's firewall and subnets tell apart, and by connections that
 * were seen: all else is judged once for all addresses that are the same to it.
 */
export function createArrivals({ index, hostAt }: ArrivalsTerms): Arrivals {
  const targets: (Target | undefined)[] = [];
  const peers: (ReadonlySet<number> | undefined)[] = [];

  function targetAt(slot: number): Target {
    targets[slot] ??= { cuts: cutsOf(hostAt(slot)!.net), byPort: new Map(), byPeer: new Map() };
    return targets[slot];
  }

  /** Hosts that have an address which this one was seen connected with. */
  function peersOf(slot: number): ReadonlySet<number> {
    peers[slot] ??= new Set(hostAt(slot)!.net.remotes.flatMap(index.atAddress));
    return peers[slot];
  }

  function judged(from: number, to: number, port: number): Reach["state"] {
    const [who, net] = [hostAt(from)!.net, hostAt(to)!.net];
    const guard = { port, patterns: { lists: [] } };
    const { isOnePlace } = index;
    return arrives(who.sources[0]!, { from: who, to: net, guard, isOnePlace }).state;
  }

  function fromPeer(from: number, to: number, port: number): Reach["state"] {
    const { byPeer } = targetAt(to);
    const key = from * 0x10000 + port;
    const state = byPeer.get(key) ?? judged(from, to, port);
    byPeer.set(key, state);
    return state;
  }

  function codesOf({ byPort, cuts }: Target, port: number): Uint8Array {
    const known = byPort.get(port) ?? new Uint8Array(cuts.parts);
    byPort.set(port, known);
    return known;
  }

  const arePeers = (a: number, b: number) => peersOf(a).has(b) || peersOf(b).has(a);

  return {
    stateOf(from, to, port) {
      const target = targetAt(to);
      const codes = codesOf(target, port);
      const part = target.cuts.partOf(hostAt(from)!.net.sources[0]!.ip!);
      const known = states[codes[part]! - 1];
      // A connection that was seen makes a route sure, and changes nothing else.
      if (known === "proven" || known === "refuted") return known;
      if (arePeers(from, to)) return fromPeer(from, to, port);
      const state = known ?? judged(from, to, port);
      codes[part] = 1 + states.indexOf(state);
      return state;
    },
  };
}
