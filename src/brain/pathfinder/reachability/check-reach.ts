import { checkAdmission, toClient } from "../../../core/client-patterns.ts";
import { type IpRange, isInRange } from "../../../core/ip.ts";
import { everyIpv4, isIpv4, isLoopbackIp } from "../addresses/special-ranges.ts";
import type { Verdict } from "../firewall/inbound-filter.ts";
import type { HostNetwork, Listener, SourceAddress } from "../model/host-network.ts";
import { findRoute, servedAddresses } from "./find-route.ts";
import type { Reach, ReachProof, ReachTerms } from "./reach.ts";
import { sourcesOf } from "./source-addresses.ts";

const order: Reach["state"][] = ["proven", "inferred", "refuted"];

/** By the address that fares best. */
export function checkReach(terms: ReachTerms): Reach {
  const { from, guard } = terms;
  if (guard.port === null && guard.patterns.lists.length === 0) return told([], null);
  const listening = listenersOn(terms);
  if ("state" in listening) return listening;
  let best: Reach | null = null;
  for (const source of sourcesOf(terms)) {
    const reach = fromSource(source, terms, listening.sockets);
    if (reach.state === "proven") return reach;
    if (!best || order.indexOf(reach.state) < order.indexOf(best.state)) best = reach;
  }
  return best ?? unknown(`the addresses of ${from?.hostname} are not known`);
}

const unknown = (why: string): Reach => ({ state: "inferred", why, proof: null });

/** The sockets that serve who comes; or why there are none. */
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

/** Everything between one address and the port: what refuses it, else what is not known. */
function fromSource(source: SourceAddress, terms: ReachTerms, sockets: Listener[]): Reach {
  const { to, guard } = terms;
  const admission = checkAdmission(guard.patterns, toClient(source.text, source.names));
  if (admission === "no")
    return refused(
      `${to.hostname} admits ${cut(guard.admits)} alone there (from=, AllowUsers, Match), not ${whoOf(source, terms)}`,
    );
  const doubts: string[] = [];
  if (admission === "named")
    doubts.push(
      `${to.hostname} admits ${source.names[0]} by its name, which counts only where names are looked up`,
    );
  if (guard.port === null) return told(doubts, null);
  const arrival = toPort(source, terms, sockets);
  return arrival.state === "refuted" || admission === "yes" ? arrival : told(doubts, arrival.proof);
}

/** Whether it gets to the port, whatever that asks of who comes. */
export function checkArrival(source: SourceAddress, terms: ReachTerms): Reach {
  const listening = listenersOn(terms);
  return "state" in listening ? listening : toPort(source, terms, listening.sockets);
}

function toPort(source: SourceAddress, terms: ReachTerms, sockets: Listener[]): Reach {
  const { to, guard } = terms;
  const doubts: string[] = [];
  const port = guard.port ?? 0;
  if (to.listeners === null)
    doubts.push(`whether ${to.hostname} listens on port ${port} is not known`);
  const { verdict, row } = judge(source, terms, sockets);
  if (verdict === "drop")
    return refused(
      `the firewall of ${to.hostname} turns ${whoOf(source, terms)} away`,
      row < 0 ? null : { side: "to", fact: "inbound_filters", row },
    );
  const route = findRoute(source, { ...terms, port, sockets });
  if (route.state === "refuted") return refused(route.why ?? "", socketProof(sockets));
  // Who was connected was let in.
  if (verdict === "unknown" && !route.observed)
    doubts.push(firewallDoubt(to, whoOf(source, terms)));
  if (route.why !== null) doubts.push(route.why);
  return told(doubts, route.proof ?? socketProof(sockets));
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
    ? `whether the firewall of ${hostname} lets ${who} in can't be told from its rules`
    : `the firewall of ${hostname} is not known`;
}

function told(doubts: string[], proof: ReachProof | null): Reach {
  const [first] = doubts;
  return first === undefined
    ? { state: "proven", why: null, proof }
    : { state: "inferred", why: first, proof };
}

function socketProof([socket]: Listener[]): ReachProof | null {
  return socket ? { side: "to", fact: "listeners", row: socket.row } : null;
}

const notJudged: Verdict = { verdict: "unknown", row: -1 };
const open: Verdict = { verdict: "accept", row: -1 };

function judge(
  source: SourceAddress,
  { from, to, guard }: ReachTerms,
  sockets: Listener[],
): Verdict {
  if (!to.firewall) return notJudged;
  if (to.firewall.allowsAll) return open;
  return to.firewall.evaluate({
    source: source.range,
    destinations: destinationsOf(to, sockets, isIpv4(source.range.first)),
    port: guard.port ?? 0,
    iniface: from === to ? "lo" : interfaceTowards(to, source),
    isIpv4: isIpv4(source.range.first),
  });
}

/** What it may be sent to: addresses that the sockets serve, of the family of who comes. */
function destinationsOf(to: HostNetwork, sockets: Listener[], ofIpv4: boolean): IpRange[] {
  const own = servedAddresses(to, sockets).filter(({ ip }) => isIpv4(ip) === ofIpv4);
  return own.length === 0 ? [everyIpv4] : own.map(({ ip }) => ({ first: ip, last: ip }));
}

/** The interface that packets from there come in by, as far as the host's subnets tell. */
function interfaceTowards({ addresses }: HostNetwork, { ip }: SourceAddress): string | null {
  const near = addresses.find(({ subnet }) => subnet && ip && isInRange(ip, subnet));
  if (near) return near.iface || null;
  const names = new Set(addresses.map(({ iface }) => iface));
  const [only] = names;
  return names.size === 1 && only ? only : null;
}
