import { madeFacts } from "../../bench/pathfinder/made-facts.ts";
import type { HostFacts } from "../../src/brain/pathfinder/model/types.ts";

/** Rules of some hosts for what they send: by destination, interface, source and account. */
function outgoing(host: number): Record<string, string>[] {
  const rule = { backend: "nft", family: "inet", table_name: "t", chain: "out", hook: "output" };
  const drop = { ...rule, policy: "accept", action: "drop", dst_ip: "", src_ip: "", outiface: "" };
  if (host % 6 === 1)
    return [{ ...drop, dst_ip: "10.0.1.0/26", rule: "ip daddr 10.0.1.0/26 drop" }];
  if (host % 6 === 2) return [{ ...drop, outiface: "eth0", rule: 'oifname "eth0" drop' }];
  if (host % 6 === 3) return [{ ...drop, src_ip: "10.0.1.4", rule: "ip saddr 10.0.1.4 drop" }];
  if (host % 12 === 4) return [{ ...drop, rule: "meta skuid 1000 drop" }];
  return [];
}

/**
 * Some hosts have a second address, some none; some firewalls match on the destination, some were
 * not read completely.
 */
export function variedFacts(host: number, of: { hosts: number; seed: number }): HostFacts {
  const facts = madeFacts(host, of);
  const addresses = facts.results.get("addresses")!;
  const filters = facts.results.get("inbound_filters")!;
  if (host % 7 === 0) addresses.rows.push([`10.200.0.${host}`, "255.255.0.0", "eth1"]);
  if (host % 31 === 0) addresses.rows.length = 0;
  if (host % 5 === 0 && filters.rows.length > 0) {
    filters.columns.push("dst_ip");
    for (const row of filters.rows) row.push(`10.0.1.${(host % 10) + 1}`);
  }
  outgoing(host).forEach((row) => {
    const sent = facts.results.get("outbound_filters")!;
    sent.columns = Object.keys(row);
    sent.rows.push(Object.values(row));
  });
  if (host % 4 === 0)
    filters.gaps.push({ table: "firewall_rules", reason: "denied", detail: "some chains" });
  return facts;
}
