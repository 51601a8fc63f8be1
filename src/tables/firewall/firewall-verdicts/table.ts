import type { Gap } from "../../host/gap.ts";
import { once } from "../../host/once.ts";
import type { CollectedTable } from "../../model/table.ts";
import { readLinuxRules } from "../firewall-rules/linux.ts";
import { readEntrances } from "./entrances.ts";
import { verdictRows } from "./verdict-rows.ts";

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
    const { gaps, ...rules } = await once(host, readLinuxRules);
    const verdicts = verdictRows(rules, entrances);
    const isUnclear = verdicts.some(({ verdict }) => verdict === "unknown");
    return { rows: verdicts, gaps: isUnclear ? [...gaps, undecided] : gaps };
  },
};

const undecided: Gap = {
  reason: "error",
  detail: "firewall: some conditions of its rules can't be evaluated",
};
