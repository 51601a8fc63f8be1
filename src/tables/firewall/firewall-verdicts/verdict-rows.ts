import {
  type ConnectionFilter,
  createInboundFilter,
} from "../../../core/firewall/connection-filter.ts";
import type { Connection } from "../../../core/firewall/connection-rule.ts";
import { setKey } from "../../parsers/firewall/nft-ruleset.ts";
import type { FirewallRow } from "../../parsers/firewall/rule.ts";
import type { Entrance } from "./entrances.ts";
import { judgeUnnamed } from "./judge-unnamed.ts";

const protocols: Connection["protocol"][] = ["tcp", "udp"];

export interface FirewallRuleset {
  /** Rows of `firewall_rules`. */
  rows: FirewallRow[];
  /** Elements of named sets, by `setKey`. */
  sets: Map<string, string>;
}

/** What the rules do at each entrance with TCP and UDP that none of them names. */
export function verdictRows({ rows, sets }: FirewallRuleset, entrances: Entrance[]) {
  const filter = createInboundFilter(rows.map((row) => withSets(readerOf(row), sets)));
  return entrances.flatMap((entrance) =>
    protocols.map((protocol) => verdictRow({ filter, rows }, entrance, protocol)),
  );
}

/** Reads a rule's columns. */
export const readerOf =
  (row: FirewallRow): RuleReader =>
  (column) =>
    String(row[column] ?? "");

/** The same with the elements of named sets in their places. */
export const withSets =
  (cell: RuleReader, sets: FirewallRuleset["sets"]): RuleReader =>
  (column) => {
    const text = cell(column);
    const [, not, name] = /^(!?)@(.+)$/.exec(text) ?? [];
    const elements = name && sets.get(setKey(cell("family"), cell("table_name"), name));
    return elements === undefined ? text : `${not}{${elements}}`;
  };

type RuleReader = (column: string) => string;

function verdictRow(
  { filter, rows }: { filter: ConnectionFilter; rows: FirewallRow[] },
  entrance: Entrance,
  protocol: Connection["protocol"],
) {
  const { most, filters } = judgeUnnamed(filter, entrance, protocol);
  const decider = rows[most.row];
  return {
    interface: entrance.iface,
    family: entrance.isIpv4 ? "ipv4" : "ipv6",
    protocol,
    verdict: most.verdict,
    filters: filters ? 1 : 0,
    backend: decider?.backend,
    table_name: decider?.table_name,
    chain: decider?.chain,
    rule: most.byPolicy ? null : decider?.rule,
  };
}
