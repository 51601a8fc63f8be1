import { withRoomFor } from "../graph/with-room-for.ts";
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
  parts: PartsOfHosts;
  /** By port, then by the part of all addresses that who comes is in: a state's code, 0 where it isn't known yet. */
  byPort: Map<number, Uint8Array>;
  /** The port last asked for, and its codes: most are asked for one only. */
  port: number;
  codes: Uint8Array;
  /** Of hosts that it was seen connected with, by slot and port. */
  byPeer: Map<number, Reach["state"]>;
}

/** In which part each host is. */
interface PartsOfHosts {
  cuts: Cuts;
  /** By slot: one more than the part, 0 where it isn't known yet. */
  known: Uint16Array;
}

const states: readonly Reach["state"][] = ["proven", "inferred", "refuted"];

/**
 * Who comes matters by what the host's firewall and subnets tell apart, and by connections that
 * were seen: all else is judged once for all addresses that are the same to it.
 */
export function createArrivals({ index, hostAt }: ArrivalsTerms): Arrivals {
  const targets: (Target | undefined)[] = [];
  const peers: (ReadonlySet<number> | undefined)[] = [];

  const shared = new Map<string, PartsOfHosts>();

  function targetAt(slot: number): Target {
    targets[slot] ??= {
      parts: partsFor(cutsOf(hostAt(slot)!.net)),
      byPort: new Map(),
      byPeer: new Map(),
      port: -1,
      codes: new Uint8Array(0),
    };
    return targets[slot];
  }

  /** Hosts of one subnet with the same firewall share these. */
  function partsFor(cuts: Cuts): PartsOfHosts {
    const made = shared.get(cuts.key) ?? { cuts, known: new Uint16Array(0) };
    shared.set(cuts.key, made);
    return made;
  }

  function partOf(slot: number, parts: PartsOfHosts): number {
    const before = slot < parts.known.length ? parts.known[slot]! : 0;
    if (before > 0) return before - 1;
    const part = parts.cuts.partOf(hostAt(slot)!.net.sources[0]!.ip!);
    parts.known = withRoomFor(parts.known, slot);
    parts.known[slot] = part + 1;
    return part;
  }

  /** Hosts that have an address which this one was seen connected with. */
  function peersOf(slot: number): ReadonlySet<number> {
    peers[slot] ??= new Set(hostAt(slot)!.net.remotes.flatMap(index.atAddress));
    return peers[slot];
  }

  function judged(from: number, to: number, port: number): Reach["state"] {
    const [who, net] = [hostAt(from)!.net, hostAt(to)!.net];
    const guard = { port, admits: "", patterns: { lists: [] } };
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

  function codesOf(target: Target, port: number): Uint8Array {
    if (target.port === port) return target.codes;
    const known = target.byPort.get(port) ?? new Uint8Array(target.parts.cuts.parts);
    target.byPort.set(port, known);
    target.port = port;
    target.codes = known;
    return known;
  }

  const arePeers = (a: number, b: number) => peersOf(a).has(b) || peersOf(b).has(a);

  return {
    stateOf(from, to, port) {
      const target = targetAt(to);
      const codes = codesOf(target, port);
      const part = partOf(from, target.parts);
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
