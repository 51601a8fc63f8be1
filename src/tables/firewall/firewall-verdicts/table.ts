import { createInboundFilter, type InboundFilter } from "../../../core/firewall/inbound-filter.ts";
import type { InboundConnection } from "../../../core/firewall/inbound-rule.ts";
import type { Gap } from "../../host/gap.ts";
import { once } from "../../host/once.ts";
import type { CollectedTable } from "../../model/table.ts";
import { setKey } from "../../parsers/firewall/nft-ruleset.ts";
import type { FirewallRow } from "../../parsers/firewall/rule.ts";
import { readLinuxRules } from "../firewall-rules/linux.ts";
import { type Entrance, readEntrances } from "./entrances.ts";
import { judgeUnnamed } from "./judge-unnamed.ts";

/** One row per interface that leads to other networks, address family and protocol. */
export const firewallVerdicts: CollectedTable = {
  name: "firewall_verdicts",
  description:
    "What the host firewall does with new connections from addresses and to ports that no rule names.",
  platforms: ["linux"],
  columns: {
    interface: "TEXT",
    family: "TEXT",
    protocol: "TEXT",
    /** "accept", "drop", or "unknown" if conditions can't be evaluated. */
    verdict: "TEXT",
    /** 1 if any rule or policy may drop a connection from such an address. */
    filters: "INTEGER",
    backend: "TEXT",
    table_name: "TEXT",
    chain: "TEXT",
    /** The one that decides; NULL where a policy does, or several rules. */
    rule: "TEXT",
  },
  async collect(host) {
    const entrances = await readEntrances(host);
    const { rows, sets, gaps } = await once(host, readLinuxRules);
    const filter = createInboundFilter(rows.map((row) => readerOf(row, sets)));
    const verdicts = entrances.flatMap((entrance) =>
      protocols.map((protocol) => verdictRow({ filter, rows }, entrance, protocol)),
    );
    const isUnclear = verdicts.some(({ verdict }) => verdict === "unknown");
    return { rows: verdicts, gaps: isUnclear ? [...gaps, undecided] : gaps };
  },
};

const protocols: InboundConnection["protocol"][] = ["tcp", "udp"];

const undecided: Gap = {
  reason: "error",
  detail: "firewall: some conditions of its rules can't be evaluated",
};

/** Reads a rule's columns, with the elements of named sets in their places. */
function readerOf(row: FirewallRow, sets: Map<string, string>) {
  return (column: string) => {
    const text = String(row[column] ?? "");
    const [, not, name] = /^(!?)@(.+)$/.exec(text) ?? [];
    const elements = name && sets.get(setKey(row.family, row.table_name, name));
    return elements === undefined ? text : `${not}{${elements}}`;
  };
}

function verdictRow(
  { filter, rows }: { filter: InboundFilter; rows: FirewallRow[] },
  entrance: Entrance,
  protocol: InboundConnection["protocol"],
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
