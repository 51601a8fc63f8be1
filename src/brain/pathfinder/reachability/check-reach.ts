import { checkAdmission, toClient } from "../../../core/client-patterns.ts";
import type { Verdict } from "../../../core/firewall/connection-filter.ts";
import { isIpv4, isWildcard } from "../addresses/special-ranges.ts";
import type { HostNetwork, Listener, SourceAddress } from "../model/host-network.ts";
import { checkAnswer } from "./check-answer.ts";
import { checkDeparture, destinationsOf, interfaceTowards, open } from "./check-departure.ts";
import { findRoute } from "./find-route.ts";
import { openSockets } from "./open-sockets.ts";
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
  const sockets = openSockets(port, { from, to });
  if (sockets.length > 0) return { sockets };
  const all = to.listeners.get(port) ?? [];
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
  const arrival = betweenHosts(source, terms, sockets);
  return arrival.state === "refuted" || admission === "yes"
    ? arrival
    : stateOf(doubts, arrival.proof);
}

/** Whether the source reaches the port, client patterns aside. */
export function checkArrival(source: SourceAddress, terms: ReachTerms): Reach {
  const listening = listenersOn(terms);
  return "state" in listening ? listening : toPort(source, terms, listening.sockets);
}

/** The same with the firewall of the source's own host. */
function betweenHosts(source: SourceAddress, terms: ReachTerms, sockets: Listener[]): Reach {
  const { from, to, guard } = terms;
  const arrival = toPort(source, terms, sockets);
  if (from === null || arrival.state === "refuted") return arrival;
  const port = arrival.entry ?? guard.port ?? 0;
  const { verdict, row } = checkDeparture({ source, from, to, port, served: guard.port ?? 0 });
  if (verdict === "drop")
    return refused(
      `the outgoing rules or routes of ${from.hostname} block connections to port ${port} of ${to.hostname}`,
      row < 0 ? null : { side: "from", fact: "outbound_filters", row },
    );
  if (verdict === "accept") return arrival;
  // An observed connection may be one of an account for which the rules make an exception.
  const doubt = from.outgoing
    ? `the outgoing firewall rules of ${from.hostname} don't show whether they let connections to ${to.hostname} through`
    : `the outgoing firewall rules of ${from.hostname} are not known`;
  return { ...arrival, ...stateOf([doubt], arrival.proof) };
}

function toPort(source: SourceAddress, terms: ReachTerms, sockets: Listener[]): Reach {
  const { to, guard } = terms;
  const doubts: string[] = [];
  const port = guard.port ?? 0;
  if (to.listeners === null)
    doubts.push(`it is not known whether ${to.hostname} listens on port ${port}`);
  const { verdict, row, isRedirected, translatedBy, entry } = bestVerdict(source, terms, sockets);
  if (verdict === "drop")
    return refused(
      isRedirected
        ? `${to.hostname} redirects connections to port ${port}`
        : `the firewall of ${to.hostname} blocks ${whoOf(source, terms)}`,
      row < 0 ? null : { side: "to", fact: "inbound_filters", row },
    );
  const route = findRoute(source, { ...terms, port, sockets });
  if (route.state === "refuted") return refused(route.why ?? "", socketProof(sockets));
  const isLocal = terms.from === to;
  const answer = checkAnswer({ source, isLocal, to, port, sockets });
  if (answer.verdict === "drop")
    return refused(
      `the outgoing rules or routes of ${to.hostname} block its answers to ${whoOf(source, terms)}`,
      answer.row < 0 ? null : { side: "to", fact: "outbound_filters", row: answer.row },
    );
  // An observed connection has passed the firewall.
  if (verdict === "unknown" && !route.observed)
    doubts.push(firewallDoubt(to, whoOf(source, terms)));
  if (answer.verdict === "unknown" && !route.observed)
    doubts.push(
      `the outgoing rules of ${to.hostname} don't show whether its answers to ${whoOf(source, terms)} get out`,
    );
  if (route.why !== null) doubts.push(route.why);
  if (entry === port) return stateOf(doubts, route.proof ?? socketProof(sockets));
  const proof: ReachProof | null =
    translatedBy === undefined ? null : { side: "to", fact: "inbound_filters", row: translatedBy };
  return { ...stateOf(doubts, proof), entry };
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

/** A verdict on a connection to the port `entry`. */
type EntryVerdict = Verdict & { entry: number };

const verdicts: Verdict["verdict"][] = ["accept", "unknown", "drop"];
const rankOf = ({ verdict }: Verdict) => verdicts.indexOf(verdict);

/** The verdict on the port itself or on another one that the host redirects there, whichever gets further. */
function bestVerdict(source: SourceAddress, terms: ReachTerms, sockets: Listener[]): EntryVerdict {
  const { from, to, guard } = terms;
  const port = guard.port ?? 0;
  const own = { ...firewallVerdict(source, terms, { sockets, entry: port }), entry: port };
  if (from === to || own.verdict === "accept") return own;
  // A redirected connection arrives at one address of the interface.
  const isEverywhere = sockets.some(({ ip }) => isWildcard(ip));
  const others = (to.firewall?.portsLeadingTo(port) ?? []).map((entry): EntryVerdict => {
    const found = { ...firewallVerdict(source, terms, { sockets, entry }), entry };
    return found.verdict === "accept" && !isEverywhere ? { ...found, verdict: "unknown" } : found;
  });
  return others.reduce((best, one) => (rankOf(one) < rankOf(best) ? one : best), own);
}

function firewallVerdict(
  source: SourceAddress,
  { from, to, guard }: ReachTerms,
  { sockets, entry }: { sockets: Listener[]; entry: number },
): Verdict {
  if (!to.firewall) return notEvaluated;
  if (to.firewall.allowsAll) return open;
  return to.firewall.evaluate({
    protocol: "tcp",
    source: source.range,
    destinations: destinationsOf(to, sockets, isIpv4(source.range.first)),
    port: entry,
    servedAt: guard.port ?? 0,
    iniface: from === to ? "lo" : interfaceTowards(to, source.ip),
    outiface: "",
    isIpv4: isIpv4(source.range.first),
  });
}
