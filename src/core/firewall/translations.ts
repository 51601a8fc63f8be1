import { isInRange, parseIp } from "../ip.ts";
import { type Chain, jump, maxDepth, reachable, translations } from "./chains.ts";
import type { Connection, ConnectionRule } from "./connection-rule.ts";

/** What the rules that translate addresses make of a connection to this host. */
export interface Translated {
  /** Whether it arrives at the port `servedAt` of the host. */
  served: "yes" | "no" | "maybe";
  /** The row that translates it; -1: none does. */
  row: number;
  /** The base chains that don't translate. */
  others: Chain[];
}

interface Ruleset {
  bases: Chain[];
  /** Those of them that translate. */
  translating: ReadonlySet<Chain>;
  chains: Map<string, Chain>;
}

/** The port at which a connection arrives, by the row that translates it; null: it isn't known. */
type Arrival = { row: number; port: number | null };

/** A chain's possible arrivals; `isOpen`: a connection may also pass it untranslated. */
interface Outcome {
  arrivals: Arrival[];
  isOpen: boolean;
}

export function translate(
  connection: Connection,
  { bases, translating, chains }: Ruleset,
): Translated {
  const others = bases.filter((chain) => !translating.has(chain));
  const outcomes = bases
    .filter((chain) => translating.has(chain))
    .map((chain) => follow(chain, { connection, chains }, 0));
  const arrivals = outcomes.flatMap((outcome) => outcome.arrivals);
  const isOpen = outcomes.every((outcome) => outcome.isOpen);
  const [first] = arrivals;
  if (!first)
    return { served: connection.port === connection.servedAt ? "yes" : "no", row: -1, others };
  const ports = new Set([
    ...arrivals.map(({ port }) => port),
    ...(isOpen ? [connection.port] : []),
  ]);
  const [only = null] = ports;
  if (ports.size > 1 || only === null) return { served: "maybe", row: first.row, others };
  const row = isOpen ? -1 : first.row;
  return { served: only === connection.servedAt ? "yes" : "no", row, others };
}

const translates = ({ action }: ConnectionRule) => translations.has(action ?? "");

/** The chains that translate what comes in, by themselves or by those that they jump to. */
export const translatingChains = (bases: Chain[], chains: Map<string, Chain>): Set<Chain> =>
  new Set(
    bases.filter(
      (base) =>
        base.hook === "prerouting" &&
        reachable([base], chains).some(({ rules }) => rules.some(translates)),
    ),
  );

const targetOf = (action: string | null, chains: Map<string, Chain>) =>
  jump.test(action ?? "") ? chains.get(action!.slice(5)) : undefined;

interface Run {
  connection: Connection;
  chains: Map<string, Chain>;
}

function follow({ rules }: Chain, run: Run, depth: number): Outcome {
  const arrivals: Arrival[] = [];
  for (const rule of rules) {
    const matching = rule.matches(run.connection);
    const outcome = matching === "no" ? null : act(rule, run, depth);
    if (!outcome) continue;
    arrivals.push(...outcome.arrivals);
    if (matching === "yes" && outcome.ends) return { arrivals, isOpen: outcome.isOpen };
  }
  return { arrivals, isOpen: true };
}

/** What a matching rule does; `ends`: no later rule of the chain is evaluated. */
function act(rule: ConnectionRule, run: Run, depth: number): (Outcome & { ends: boolean }) | null {
  const { action, row } = rule;
  if (action === null) return null;
  if (translations.has(action)) {
    const arrivals = [{ row, port: arrivalAt(rule, run.connection) }];
    return { arrivals, isOpen: false, ends: true };
  }
  if (action === "accept" || action === "return") return { arrivals: [], isOpen: true, ends: true };
  if (action === "drop" || action === "reject")
    return { arrivals: [{ row, port: null }], isOpen: false, ends: true };
  if (!jump.test(action)) return null;
  const next = targetOf(action, run.chains);
  if (!next || depth >= maxDepth)
    return { arrivals: [{ row, port: null }], isOpen: true, ends: false };
  const inner = follow(next, run, depth + 1);
  return { ...inner, ends: action.startsWith("goto:") || !inner.isOpen };
}

const redirection = /(?: redirect| -j REDIRECT)(?: to :| --to-ports )?(\S*)/;
const ownAddress =
  /(?: dnat(?: ip6?)? to | -j DNAT --to-destination )(\[[\da-f:]+\]|[\d.]+)(?::(\d+))?(?= |$)/;

/** Null if it leaves the host, or may do so. */
function arrivalAt({ text }: ConnectionRule, { port, destinations }: Connection): number | null {
  const spaced = ` ${text}`;
  const [isRedirected, to] = redirection.exec(spaced) ?? [];
  if (isRedirected !== undefined) {
    if (to === "") return port;
    return /^\d+$/.test(to!) ? Number(to) : null;
  }
  const [, address = "", own] = ownAddress.exec(spaced) ?? [];
  const ip = parseIp(address.replace(/[[\]]/g, ""));
  if (!ip || !destinations.some((range) => isInRange(ip, range))) return null;
  return own === undefined ? port : Number(own);
}

/** By port: the single ports that rules of these chains translate to it. */
export function entriesByPort(chains: readonly Chain[]): Map<number, number[]> {
  const entries = new Map<number, number[]>();
  for (const { text, namedPorts } of chains.flatMap(({ rules }) => rules.filter(translates))) {
    const port = Number(/(?::|--to-ports )(\d+)(?= |$)/.exec(text)?.[1]);
    const others = namedPorts.filter((one) => one !== port);
    entries.set(port, [...new Set([...(entries.get(port) ?? []), ...others])]);
  }
  return entries;
}
