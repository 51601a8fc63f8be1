import type { Row } from "../../../src/tables/model/table.ts";
import { addRows, type Machine } from "./machine.ts";

export interface Admission {
  /** "22" or "80,443". */
  ports: string;
  /** One address block or several; any address by default. */
  from?: string;
  protocol?: "tcp" | "udp";
}

const chain = {
  backend: "nft",
  family: "inet",
  table_name: "filter",
  chain: "input",
  hook: "input",
  direction: "in",
};

/** An input chain that accepts the listed ports and drops the rest. */
export function admitOnly(machine: Machine, ...admissions: Admission[]): void {
  const rules: Row[] = [
    { action: "accept", state: "established,related", rule: "ct state established,related accept" },
    { action: "accept", iniface: "lo", rule: 'iifname "lo" accept' },
    { action: "accept", protocol: "icmp", rule: "ip protocol icmp accept" },
    ...admissions.map(ruleOf),
  ];
  const rows = rules.map((rule, index) => ({
    ...chain,
    policy: "drop",
    rule_number: index + 1,
    handle: index + 4,
    ...rule,
  }));
  addRows(machine, "firewall_rules", ...rows, forwardChain);
}

const forwardChain = {
  ...chain,
  chain: "forward",
  hook: "forward",
  direction: "forward",
  policy: "drop",
};

function ruleOf({ ports, from, protocol = "tcp" }: Admission): Row {
  const source = from ? `ip saddr ${braced(from)} ` : "";
  const rule = `${source}${protocol} dport ${braced(ports)} accept`;
  return { action: "accept", protocol, dst_port: ports, ...(from && { src_ip: from }), rule };
}

const braced = (list: string) => (list.includes(",") ? `{ ${list.replaceAll(",", ", ")} }` : list);
