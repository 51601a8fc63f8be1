import { type Ip, ipKey, parseIp } from "../../../core/ip.ts";
import { isIpv4, isLoopbackIp, isWildcard } from "../addresses/special-ranges.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { openSockets } from "../reachability/open-sockets.ts";
import type { Traversal } from "./traversal.ts";

/** Relays that connect to few places only: by sshd's PermitOpen, or because a program forwards a port. */
export interface LimitedRelays {
  /** Those of the estate's hosts. */
  all: readonly number[];
  /** Whether a limited relay can be used for an edge: it connects to the port behind which that is. */
  permits(relay: number, edge: number): boolean;
  /** The edges that a limited relay can be used for. */
  edgesFrom(relay: number): number[];
}

interface Place {
  /** Null: any host. */
  ip: Ip | null;
  /** Null: any port. */
  port: number | null;
}

/** The name of a limited relay: "alice to 10.0.0.7:22,[fd00::7]:*". */
const limitedName = /^\S+ to (\S+)$/;

/** A relay that isn't limited connects to whatever its host connects to. */
export const isLimited = ({ nodes }: EstateGraph, node: number): boolean =>
  node < nodes.size && nodes.type(node) === "relay" && limitedName.test(nodes.name(node));

type Terms = { estate: EstateGraph; traversal: Pick<Traversal, "reachOf"> };

export function createLimitedRelays({ estate, traversal }: Terms): LimitedRelays {
  const { nodes, hosts, hostAt, hostOfPort, graph, guards, index } = estate;
  const all = [...hosts.values()].flatMap(({ relays }) =>
    relays.filter((relay) => isLimited(estate, relay)),
  );
  const known = new Map<number, readonly Place[]>();

  function placesOf(relay: number): readonly Place[] {
    const before = known.get(relay);
    if (before) return before;
    const places = parsePlaces(limitedName.exec(nodes.name(relay))?.[1] ?? "");
    known.set(relay, places);
    return places;
  }

  /** The slots of the hosts that a place may be on. Of an address that two have, which one is meant is unknown. */
  function slotsAt({ ip }: Place, relay: number): number[] {
    if (!ip) return [...hosts.values()].map(({ slot }) => slot);
    if (isLoopbackIp(ip)) return [nodes.host(relay)];
    const found = index.hostsAtAddress(ipKey(ip));
    return found.length === 1 ? found : [];
  }

  function permits(relay: number, edge: number): boolean {
    const [from, slot] = [nodes.host(relay), hostOfPort(edge)];
    const guard = graph.guard(edge) < 0 ? null : guards.get(graph.guard(edge));
    const to = hostAt(slot)?.network;
    if (!guard || guard.port === null || !to) return false;
    const { port, patterns } = guard;
    // Which of the host's own addresses such a connection comes from depends on the one it goes to.
    if (from === slot && patterns.lists.length > 0) return false;
    const sockets = openSockets(port, { from: hostAt(from)?.network ?? null, to });
    const isPlace = (place: Place) =>
      (place.port ?? port) === port &&
      slotsAt(place, relay).includes(slot) &&
      (!place.ip || sockets.length === 0 || sockets.some((socket) => serves(socket.ip, place.ip!)));
    // A redirected connection is made to another port.
    return placesOf(relay).some(isPlace) && traversal.reachOf(from, edge).entry === undefined;
  }

  return {
    all,
    permits,
    edgesFrom(relay) {
      const slots = new Set(placesOf(relay).flatMap((place) => slotsAt(place, relay)));
      return [...slots]
        .flatMap((slot) => hostAt(slot) ?? [])
        .flatMap(({ exposedEdges, serviceEdges }) => [...exposedEdges, ...serviceEdges])
        .filter((edge) => permits(relay, edge));
    },
  };
}

const serves = (socket: Ip, ip: Ip): boolean =>
  isWildcard(socket) ? !isIpv4(socket) || isIpv4(ip) : ipKey(socket) === ipKey(ip);

function parsePlaces(text: string): Place[] {
  return text.split(",").flatMap((one): Place[] => {
    const [, host = "", port = ""] = /^\[?([^\]]+)\]?:(\d{1,5}|\*)$/.exec(one) ?? [];
    const ip = parseIp(host === "localhost" ? "127.0.0.1" : host);
    if (!ip && host !== "*") return [];
    return [{ ip, port: port === "*" ? null : Number(port) }];
  });
}
