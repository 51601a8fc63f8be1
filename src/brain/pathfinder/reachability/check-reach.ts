import { checkAdmission, toClient } from "../../../core/client-patterns.ts";
import type { Verdict } from "../../../core/firewall/inbound-filter.ts";
import { type IpRange, isInRange } from "../../../core/ip.ts";
import { everyIpv4, isIpv4, isLoopbackIp } from "../addresses/special-ranges.ts";
import type { HostNetwork, Listener, SourceAddress } from "../model/host-network.ts";
import { findRoute, servedAddresses } from "./find-route.ts";
import type { Reach, ReachProof, ReachTerms } from "./reach.ts";
import { sourcesOf } from "./source-addresses.ts";

const order: Reach["state"][] = ["proven", "inferred", "refuted"];

/** Checks whether the source reaches the port, from whichever of its addresses gets furthest. */
export function checkReach(terms: ReachTerms): Reach {
  const { from, guard } = terms;
  if (guard.port === null && guard.patterns.lists.length === 0) return stateOf([], null);
  const listening = listenersOn(terms);
  if ("state" in listening) return listening;
  let best: Reach | null = null;
  for (const source of sourcesOf(terms)) {
    const reach = fromSource(source, terms, listening.sockets);
    if (reach.state === "proven") return reach;
    if (!best || order.indexOf(reach.state) < order.indexOf(best.state)) best = reach;
  }
  return best ?? unproven(`the addresses of ${from?.hostname} are not known`);
}

const unproven = (why: string): Reach => ({ state: "inferred", why, proof: null });

/** The sockets that the source could connect to, or why there are none. */
function listenersOn({ from, to, guard: { port } }: ReachTerms): { sockets: Listener[] } | Reach {
  if (port === null || to.listeners === null) return { sockets: [] };
  const all = to.listeners.get(port) ?? [];
  const sockets = from === to ? all : all.filter(({ ip }) => !isLoopbackIp(ip));
  if (sockets.length > 0) return { sockets };
  const [inner] = all;
  const why = inner
    ? `port ${port} of ${to.hostname} listens on loopback only`
    : `nothing listens on port ${port} of ${to.hostname}`;
  return refused(why, socketProof(all));
}

const maxPatterns = 120;
const cut = (text: string) => (text.length > maxPatterns ? `${text.slice(0, maxPatterns)}…` : text);

/** Checks everything between one address and the port: refusals first, then unknowns. */
function fromSource(source: SourceAddress, terms: ReachTerms, sockets: Listener[]): Reach {
  const { to, guard } = terms;
  const admission = checkAdmission(guard.patterns, toClient(source.text, source.names));
  if (admission === "no")
    return refused(
      `${to.hostname} admits only ${cut(guard.admits)} (from=, AllowUsers, Match), not ${whoOf(source, terms)}`,
    );
  const doubts: string[] = [];
  if (admission === "named")
    doubts.push(
      `${to.hostname} admits ${source.names[0]} only by name, which requires name lookups`,
    );
  if (guard.port === null) return stateOf(doubts, null);
  const arrival = toPort(source, terms, sockets);
  return arrival.state === "refuted" || admission === "yes"
    ? arrival
    : stateOf(doubts, arrival.proof);
}

/** Whether the source reaches the port, client patterns aside. */
export function checkArrival(source: SourceAddress, terms: ReachTerms): Reach {
  const listening = listenersOn(terms);
  return "state" in listening ? listening : toPort(source, terms, listening.sockets);
}

function toPort(source: SourceAddress, terms: ReachTerms, sockets: Listener[]): Reach {
  const { to, guard } = terms;
  const doubts: string[] = [];
  const port = guard.port ?? 0;
  if (to.listeners === null)
    doubts.push(`it is not known whether ${to.hostname} listens on port ${port}`);
  const { verdict, row } = firewallVerdict(source, terms, sockets);
  if (verdict === "drop")
    return refused(
      `the firewall of ${to.hostname} blocks ${whoOf(source, terms)}`,
      row < 0 ? null : { side: "to", fact: "inbound_filters", row },
    );
  const route = findRoute(source, { ...terms, port, sockets });
  if (route.state === "refuted") return refused(route.why ?? "", socketProof(sockets));
  // An observed connection has passed the firewall.
  if (verdict === "unknown" && !route.observed)
    doubts.push(firewallDoubt(to, whoOf(source, terms)));
  if (route.why !== null) doubts.push(route.why);
  return stateOf(doubts, route.proof ?? socketProof(sockets));
}

const whoOf = ({ text }: SourceAddress, { from }: ReachTerms) =>
  from === null ? "the internet" : text;

const refused = (why: string, proof: ReachProof | null = null): Reach => ({
  state: "refuted",
  why,
  proof,
});

function firewallDoubt({ firewall, hostname }: HostNetwork, who: string): string {
  return firewall
    ? `the rules of ${hostname}'s firewall don't show whether it admits ${who}`
    : `the firewall of ${hostname} is not known`;
}

function stateOf(doubts: string[], proof: ReachProof | null): Reach {
  const [first] = doubts;
  return first === undefined
    ? { state: "proven", why: null, proof }
    : { state: "inferred", why: first, proof };
}

function socketProof([socket]: Listener[]): ReachProof | null {
  return socket ? { side: "to", fact: "listeners", row: socket.row } : null;
}

const notEvaluated: Verdict = { verdict: "unknown", row: -1, byPolicy: false };
const open: Verdict = { verdict: "accept", row: -1, byPolicy: false };

function firewallVerdict(
  source: SourceAddress,
  { from, to, guard }: ReachTerms,
  sockets: Listener[],
): Verdict {
  if (!to.firewall) return notEvaluated;
  if (to.firewall.allowsAll) return open;
  return to.firewall.evaluate({
    protocol: "tcp",
    source: source.range,
    destinations: destinationsOf(to, sockets, isIpv4(source.range.first)),
    port: guard.port ?? 0,
    iniface: from === to ? "lo" : interfaceTowards(to, source),
    isIpv4: isIpv4(source.range.first),
  });
}

/** Possible destinations: addresses that the sockets serve, in the source's address family. */
function destinationsOf(to: HostNetwork, sockets: Listener[], ofIpv4: boolean): IpRange[] {
  const own = servedAddresses(to, sockets).filter(({ ip }) => isIpv4(ip) === ofIpv4);
  return own.length === 0 ? [everyIpv4] : own.map(({ ip }) => ({ first: ip, last: ip }));
}

/** The interface for packets from this source, as far as the host's subnets show. */
function interfaceTowards({ addresses }: HostNetwork, { ip }: SourceAddress): string | null {
  const near = addresses.find(({ subnet }) => subnet && ip && isInRange(ip, subnet));
  if (near) return near.iface || null;
  const names = new Set(addresses.map(({ iface }) => iface));
  const [only] = names;
  return names.size === 1 && only ? only : null;
}
