import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseIptablesSave } from "../parsers/firewall/iptables-save.ts";
import type { FirewallRow } from "../parsers/firewall/rule.ts";
import { runAsNetAdmin } from "./run-as-net-admin.ts";

/** One row per IPv4 rule that iptables shows, and per chain without one. `firewall_rules` has nftables and IPv6 too. */
export const iptables: CollectedTable = {
  name: "iptables",
  description: "IPv4 firewall rules as iptables shows them.",
  platforms: ["linux"],
  columns: {
    filter_name: "TEXT",
    chain: "TEXT",
    policy: "TEXT",
    target: "TEXT",
    protocol: "INTEGER",
    src_port: "TEXT",
    dst_port: "TEXT",
    src_ip: "TEXT",
    src_mask: "TEXT",
    iniface: "TEXT",
    iniface_mask: "TEXT",
    dst_ip: "TEXT",
    dst_mask: "TEXT",
    outiface: "TEXT",
    outiface_mask: "TEXT",
    match: "TEXT",
    packets: "INTEGER",
    bytes: "INTEGER",
  },
  async collect(host) {
    const saved = await runAsNetAdmin(host, "iptables-save", ["-c"]);
    const protocols = gapReader(host).text("/etc/protocols") ?? "";
    return { rows: parseCountedRules(saved, protocols), gaps: [] };
  },
};

/** Output of `iptables-save -c`: each rule behind its "[packets:bytes]". */
export function parseCountedRules(saved: string, protocols: string): Row[] {
  const counters = [...saved.matchAll(/^\[(\d+):(\d+)\] -A /gm)].map(([, packets, bytes]) => ({
    packets: Number(packets),
    bytes: Number(bytes),
  }));
  const rules = parseIptablesSave(saved.replace(/^\[\d+:\d+\] (?=-A )/gm, ""), "ip");
  const numberOf = (name: string) =>
    new RegExp(`^${name}\\s+(\\d+)`, "m").exec(protocols)?.[1] ?? name;
  const inOrder = orderOfRules(saved);
  return rules.map((rule) => {
    const at =
      rule.rule === null ? -1 : (inOrder.get(ruleKey(rule.table_name, rule.rule))?.shift() ?? -1);
    return { ...describe(rule, numberOf), ...counters[at] };
  });
}

const ruleKey = (table: string, rule: string) => `${table} ${rule}`;

/** The places of each rule among all, by table and text: rules may be repeated. */
function orderOfRules(saved: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  let table = "";
  let place = 0;
  for (const line of saved.split("\n")) {
    if (line.startsWith("*")) table = line.slice(1).trim();
    const [, rule] = /^\[\d+:\d+\] (-A .*)$/.exec(line) ?? [];
    if (rule === undefined) continue;
    const key = ruleKey(table, rule);
    places.set(key, [...(places.get(key) ?? []), place++]);
  }
  return places;
}

function describe(rule: FirewallRow, numberOf: (protocol: string) => string): Row {
  const [source, target] = [rule.src_ip, rule.dst_ip].map(splitMask) as [Masked, Masked];
  const ports = (port: string | null) => (port === null ? "" : port);
  return {
    filter_name: rule.table_name,
    chain: rule.chain,
    policy: rule.policy?.toUpperCase() ?? "",
    target: rule.action?.toUpperCase() ?? "",
    protocol: rule.protocol === null ? 0 : Number(numberOf(rule.protocol)),
    src_port: ports(rule.src_port),
    dst_port: ports(rule.dst_port),
    src_ip: source.ip,
    src_mask: source.mask,
    iniface: rule.iniface ?? "all",
    iniface_mask: "",
    dst_ip: target.ip,
    dst_mask: target.mask,
    outiface: rule.outiface ?? "all",
    outiface_mask: "",
    match: / -m (?!comment)/.test(rule.rule ?? "") ? "yes" : "no",
  };
}

interface Masked {
  ip: string;
  mask: string;
}

/** "10.0.0.0/8" as an address and a dotted mask. */
function splitMask(pattern: string | null): Masked {
  const [ip = "0.0.0.0", length = pattern === null ? "0" : "32"] = pattern?.split("/") ?? [];
  const bits = Number(length);
  const octets = [0, 8, 16, 24].map((at) => 256 - 2 ** (8 - Math.min(8, Math.max(0, bits - at))));
  return { ip, mask: octets.map((octet) => (octet === 256 ? 0 : octet)).join(".") };
}
