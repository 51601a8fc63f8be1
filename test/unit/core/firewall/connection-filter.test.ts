import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  createInboundFilter,
  createOutboundFilter,
} from "../../../../src/core/firewall/connection-filter.ts";
import type { Connection } from "../../../../src/core/firewall/connection-rule.ts";
import { withNamedSets } from "../../../../src/core/firewall/named-sets.ts";
import { parseRange } from "../../../../src/core/ip.ts";
import { parseIptablesSave } from "../../../../src/tables/parsers/firewall/iptables-save.ts";
import { parseNftRuleset } from "../../../../src/tables/parsers/firewall/nft-ruleset.ts";

type Rows = Record<string, unknown>[];

const filterOf = (rows: Rows) =>
  createInboundFilter(rows.map((row) => (column) => String(row[column] ?? "")));

function arrival(source: string, port: number, iniface: string | null = null): Connection {
  const range = parseRange(source)!;
  return {
    protocol: "tcp",
    source: range,
    destinations: [parseRange("10.0.2.7")!],
    port,
    iniface,
    outiface: "",
    isIpv4: !source.includes(":"),
  };
}

const saved = (...lines: string[]) =>
  filterOf(
    parseIptablesSave(
      ["*filter", ":INPUT DROP [0:0]", ":ours - [0:0]", ":more - [0:0]", ...lines].join("\n"),
      "ip",
    ),
  );

const verdictOf = (filter: ReturnType<typeof filterOf>, source: string, port = 22) =>
  filter.evaluate(arrival(source, port)).verdict;

test("without rules every connection is accepted", () => {
  expect(verdictOf(filterOf([]), "10.0.1.5")).toBe("accept");
});

test("the first rule that matches decides, else the policy", () => {
  const filter = saved(
    "-A INPUT -s 10.0.1.66/32 -p tcp -m tcp --dport 22 -j DROP",
    "-A INPUT -s 10.0.1.0/24 -p tcp -m tcp --dport 22 -j ACCEPT",
  );
  expect(verdictOf(filter, "10.0.1.5")).toBe("accept");
  expect(filter.evaluate(arrival("10.0.1.66", 22))).toMatchObject({ verdict: "drop", row: 0 });
  expect(verdictOf(filter, "10.0.3.5")).toBe("drop");
  expect(verdictOf(filter, "10.0.1.5", 80)).toBe("drop");
});

test("a range of sources has a verdict only if it is the same for all of them", () => {
  const filter = saved("-A INPUT -s 10.0.1.0/24 -j ACCEPT");
  expect(verdictOf(filter, "10.0.1.0/25")).toBe("accept");
  expect(verdictOf(filter, "10.0.0.0/16")).toBe("unknown");
  expect(verdictOf(filter, "10.9.0.0/16")).toBe("drop");
});

test.each<[string, "accept" | "drop" | "unknown"]>([
  ["-A INPUT -j ACCEPT", "accept"],
  ["-A INPUT -i lo -j ACCEPT", "drop"],
  ["-A INPUT -i eth0 -j ACCEPT", "unknown"],
  ["-A INPUT ! -i lo -j ACCEPT", "accept"],
  ["-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT", "drop"],
  ["-A INPUT -m conntrack --ctstate NEW,ESTABLISHED -j ACCEPT", "accept"],
  ["-A INPUT -m conntrack ! --ctstate INVALID -j ACCEPT", "accept"],
  ["-A INPUT -p udp -m udp --dport 22 -j ACCEPT", "drop"],
  ["-A INPUT ! -p udp -j ACCEPT", "accept"],
  ["-A INPUT -p tcp -m multiport --dports 20:25,80 -j ACCEPT", "accept"],
  ["-A INPUT -p tcp -m multiport --dports 23:25,80 -j ACCEPT", "drop"],
  ["-A INPUT -p tcp -m multiport ! --dports 23:25,80 -j ACCEPT", "accept"],
  ["-A INPUT -p tcp -m tcp --sport 1024:65535 --dport 22 -j ACCEPT", "accept"],
  ["-A INPUT -p tcp -m tcp --sport 53 --dport 22 -j ACCEPT", "unknown"],
  ["-A INPUT ! -s 10.0.1.0/24 -j ACCEPT", "drop"],
  ["-A INPUT ! -s 10.0.9.0/24 -j ACCEPT", "accept"],
  ["-A INPUT -m iprange --src-range 10.0.1.1-10.0.1.9 -j ACCEPT", "accept"],
  ["-A INPUT -m iprange --src-range 10.0.1.6-10.0.1.9 -j ACCEPT", "drop"],
  ["-A INPUT -d 10.0.2.7/32 -j ACCEPT", "accept"],
  ["-A INPUT -d 10.0.2.8/32 -j ACCEPT", "drop"],
  ["-A INPUT -p tcp -m tcp --tcp-flags FIN,SYN,RST,ACK SYN -j ACCEPT", "accept"],
  ["-A INPUT -m addrtype --dst-type LOCAL -j ACCEPT", "accept"],
  ["-A INPUT -m addrtype --dst-type BROADCAST -j ACCEPT", "drop"],
  ['-A INPUT -m comment --comment "from the office" -j ACCEPT', "accept"],
  ["-A INPUT -p tcp -m tcp ! --tcp-flags FIN,SYN,RST,ACK SYN -j ACCEPT", "drop"],
  ["-A INPUT -p tcp -m tcp --tcp-flags FIN,SYN,RST,PSH,ACK,URG NONE -j ACCEPT", "drop"],
  // Within its rate limit a rule matches.
  ["-A INPUT -m limit --limit 3/min -j ACCEPT", "accept"],
  [
    "-A INPUT -m connlimit --connlimit-upto 9 --connlimit-mask 32 --connlimit-saddr -j ACCEPT",
    "accept",
  ],
  [
    "-A INPUT -m hashlimit --hashlimit-above 3/min --hashlimit-mode srcip --hashlimit-name a -j ACCEPT",
    "drop",
  ],
  // Unsupported conditions may hold or not.
  ["-A INPUT -m set --match-set trusted src -j ACCEPT", "unknown"],
  ["-A INPUT -m mac --mac-source 00:11:22:33:44:55 -j ACCEPT", "unknown"],
  ["-A INPUT -p tcp -m recent --name a --update --seconds 60 -j ACCEPT", "unknown"],
  ["-A INPUT -j NFQUEUE --queue-num 0", "unknown"],
  ["-A INPUT -j gone", "unknown"],
])("behind a policy of DROP, %s: %s", (line, expected) => {
  expect(verdictOf(saved(line), "10.0.1.5")).toBe(expected);
});

test("an unsupported condition doesn't hide that another one fails", () => {
  const line = "-A INPUT -p udp -m set --match-set trusted src -j ACCEPT";
  expect(verdictOf(saved(line), "10.0.1.5")).toBe("drop");
});

test("an unsupported rule with the same verdict doesn't matter", () => {
  const filter = saved("-A INPUT -m set --match-set trusted src -j ACCEPT", "-A INPUT -j ACCEPT");
  expect(verdictOf(filter, "10.0.1.5")).toBe("accept");
});

test("a jump returns from the chain, a goto doesn't", () => {
  const chain = ["-A ours -s 10.0.1.5/32 -j RETURN", "-A ours -s 10.0.1.0/24 -j more"];
  const more = ["-A more -p tcp -m tcp --dport 22 -j ACCEPT"];
  const jumped = saved("-A INPUT -j ours", "-A INPUT -s 10.0.1.5/32 -j ACCEPT", ...chain, ...more);
  expect(verdictOf(jumped, "10.0.1.5")).toBe("accept");
  expect(verdictOf(jumped, "10.0.1.6")).toBe("accept");
  expect(verdictOf(jumped, "10.0.3.6")).toBe("drop");
  const gone = saved("-A INPUT -g ours", "-A INPUT -s 10.0.1.5/32 -j ACCEPT", ...chain, ...more);
  expect(verdictOf(gone, "10.0.1.5")).toBe("drop");
  expect(verdictOf(gone, "10.0.1.6")).toBe("accept");
});

test("chains that jump in circles give no verdict", () => {
  const filter = saved("-A INPUT -j ours", "-A ours -j more", "-A more -j ours");
  expect(verdictOf(filter, "10.0.1.5")).toBe("unknown");
});

test("rules of one address family don't apply to the other", () => {
  expect(verdictOf(saved("-A INPUT -j ACCEPT"), "2001:db8::1")).toBe("accept");
});

function nft(...rules: string[]) {
  const bodies = rules.map((rule, index) => ({ text: rule, handle: index + 3 }));
  const text = [
    "table inet f { # handle 1",
    "\tchain input { # handle 1",
    "\t\ttype filter hook input priority filter; policy drop;",
    ...bodies.map((rule) => `\t\t${rule.text} # handle ${rule.handle}`),
    "\t}",
    "}",
  ].join("\n");
  const json = {
    nftables: [
      { chain: { family: "inet", table: "f", name: "input", hook: "input", policy: "drop" } },
      ...bodies.map(({ text, handle }) => ({
        rule: { family: "inet", table: "f", chain: "input", handle, expr: expressionsOf(text) },
      })),
    ],
  };
  return filterOf(parseNftRuleset(JSON.stringify(json), text)!.rows);
}

/** The few statements that the tests below use, in nft's JSON. */
function expressionsOf(rule: string): unknown[] {
  const found: unknown[] = [];
  const match = (left: unknown, value: string) => {
    const negated = value.startsWith("!= ");
    const bare = negated ? value.slice(3) : value;
    const items = bare.replace(/[{}"]/g, "").split(",");
    const right = items.map((item) => (/^\s*\d+\s*$/.test(item) ? Number(item) : item.trim()));
    const set = right.length > 1 ? { set: right } : right[0];
    found.push({ match: { op: negated ? "!=" : "==", left, right: set } });
  };
  const value = String.raw`((?:!= )?(?:"[^"]*"|\{[^}]*\}|\S+))`;
  const saddr = new RegExp(`(ip6?) saddr ${value}`).exec(rule);
  if (saddr) match({ payload: { protocol: saddr[1], field: "saddr" } }, saddr[2]!);
  const dport = new RegExp(`(tcp|udp) dport ${value}`).exec(rule);
  if (dport) match({ payload: { protocol: dport[1], field: "dport" } }, dport[2]!);
  const name = new RegExp(`iifname ${value}`).exec(rule);
  if (name) match({ meta: { key: "iifname" } }, name[1]!);
  const state = /ct state (?!vmap)(\S+)/.exec(rule);
  if (state) match({ ct: { key: "state" } }, state[1]!);
  if (/vmap/.test(rule)) return [...found, { vmap: {} }];
  const verdict = /(?:^| )(accept|drop|reject)(?: |$)/.exec(rule);
  if (verdict) found.push({ [verdict[1]!]: null });
  return found;
}

test.each<[string[], "accept" | "drop" | "unknown"]>([
  [["accept"], "accept"],
  [["ip saddr 10.0.1.0/24 tcp dport 22 accept"], "accept"],
  [["ip saddr 10.0.1.0/24 tcp dport { 80, 443 } accept"], "drop"],
  [["ip saddr { 10.0.1.5, 10.0.1.9 } tcp dport { 22, 80 } accept"], "accept"],
  [["ip saddr != 10.0.1.0/24 accept"], "drop"],
  [["ip saddr @trusted accept"], "unknown"],
  [["ip saddr @trusted tcp dport 80 accept"], "drop"],
  [['iifname "lo" accept'], "drop"],
  [["ct state established,related accept"], "drop"],
  [["ct state vmap { established : accept, invalid : drop }", "tcp dport 22 accept"], "accept"],
  [["ct state vmap { new : accept, invalid : drop }"], "accept"],
  [["tcp dport vmap { 22 : accept, 23 : drop }"], "unknown"],
  [["ct status dnat accept"], "drop"],
  [['tcp dport 22 counter packets 5 bytes 300 accept comment "ssh in"'], "accept"],
  [["tcp dport 22 meta mark 0x00000001 accept"], "unknown"],
  [["tcp dport 22 limit rate 5/minute burst 5 packets accept"], "accept"],
  [["tcp dport 22 limit rate over 5/minute accept"], "drop"],
  [["tcp flags syn / fin,syn,rst,ack tcp dport 22 accept"], "accept"],
  [["tcp flags != syn / fin,syn,rst,ack accept"], "drop"],
  [["tcp flags ! fin,syn,rst accept"], "drop"],
  [["meta nfproto ipv4 accept"], "accept"],
  [["meta nfproto ipv6 accept"], "drop"],
  [["fib daddr type local accept"], "accept"],
  [["ip saddr 10.0.0.0/8 ip saddr != 10.0.1.5 accept"], "unknown"],
  [['log prefix "seen " level info', "tcp dport 22 accept"], "accept"],
  [["tcp dport 22 reject with icmpx type admin-prohibited", "accept"], "drop"],
])("behind nft's policy of drop, %j: %s", (rules, expected) => {
  expect(verdictOf(nft(...rules), "10.0.1.5")).toBe(expected);
});

test("the interface matters only if it is known", () => {
  const filter = nft('iifname "eth1" tcp dport 22 accept');
  expect(filter.evaluate(arrival("10.0.1.5", 22, "eth1")).verdict).toBe("accept");
  expect(filter.evaluate(arrival("10.0.1.5", 22, "eth0")).verdict).toBe("drop");
  expect(filter.evaluate(arrival("10.0.1.5", 22)).verdict).toBe("unknown");
});

test("all hooks have to accept the connection", () => {
  const base = { backend: "nft", family: "inet", table_name: "f", policy: "accept" };
  const early = { ...base, chain: "early", hook: "prerouting", action: "drop", rule: "drop" };
  const input = { ...base, chain: "in", hook: "input" };
  expect(verdictOf(filterOf([input]), "10.0.1.5")).toBe("accept");
  expect(filterOf([input, early]).evaluate(arrival("10.0.1.5", 22))).toMatchObject({
    verdict: "drop",
    row: 1,
  });
});

test("rules for forwarded and outgoing traffic don't apply", () => {
  const drop = { backend: "nft", family: "inet", table_name: "f", policy: "drop", rule: "" };
  const rows = [
    { ...drop, chain: "fwd", hook: "forward" },
    { ...drop, chain: "out", hook: "output" },
  ];
  expect(verdictOf(filterOf(rows), "10.0.1.5")).toBe("accept");
});

test("firewalls of other systems give no verdict", () => {
  const rows = [{ backend: "pf", hook: "input", policy: "", rule: "pass in all" }];
  expect(verdictOf(filterOf(rows), "10.0.1.5")).toBe("unknown");
});

test("a recorded nft ruleset is evaluated", () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../../fixtures/hosts/firewall/${name}`, import.meta.url), "utf8");
  const { rows } = parseNftRuleset(read("nft-ruleset.json"), read("nft-ruleset.txt"))!;
  const filter = filterOf(rows as unknown as Rows);
  // It jumps by a map keyed by port, and nft doesn't print ports of rules made by iptables.
  expect(verdictOf(filter, "10.0.1.5", 22)).toBe("unknown");
});

const outgoing = (rules: string[], { to = "10.0.2.7", port = 22, outiface = "eth0" } = {}) => {
  const rows = parseIptablesSave(["*filter", ":OUTPUT ACCEPT [0:0]", ...rules].join("\n"), "ip");
  const filter = createOutboundFilter(
    rows.map((row) => (column) => String((row as never)[column] ?? "")),
  );
  return filter.evaluate({
    protocol: "tcp",
    source: parseRange("10.0.2.5")!,
    destinations: [parseRange(to)!],
    port,
    iniface: "",
    outiface,
    isIpv4: true,
  }).verdict;
};

test.each<[string, "accept" | "drop" | "unknown"]>([
  ["-A OUTPUT -p tcp -m tcp --dport 22 -j DROP", "drop"],
  ["-A OUTPUT -d 10.0.2.0/24 -j REJECT --reject-with icmp-port-unreachable", "drop"],
  ["-A OUTPUT -d 10.0.3.0/24 -j DROP", "accept"],
  ["-A OUTPUT -s 10.0.2.5/32 -j DROP", "drop"],
  ["-A OUTPUT -o eth0 -j DROP", "drop"],
  ["-A OUTPUT -o lo -j DROP", "accept"],
  ["-A OUTPUT ! -o lo -j DROP", "drop"],
  ["-A OUTPUT -m conntrack --ctstate RELATED,ESTABLISHED -j DROP", "accept"],
  ["-A OUTPUT -m addrtype --dst-type LOCAL -j DROP", "accept"],
  ["-A OUTPUT -m addrtype ! --dst-type LOCAL -j DROP", "drop"],
  ["-A OUTPUT -m owner --uid-owner 1000 -j DROP", "unknown"],
  ["-A OUTPUT -p tcp -m tcp --dport 22 -m owner --uid-owner 1000 -j ACCEPT", "accept"],
  ["-A OUTPUT -i eth0 -j DROP", "accept"],
])("an outgoing connection: %s", (rule, verdict) => {
  expect(outgoing([rule])).toBe(verdict);
});

test("what a host sends to itself leaves over loopback", () => {
  expect(outgoing(["-A OUTPUT -o lo -j DROP"], { outiface: "lo" })).toBe("drop");
  expect(outgoing(["-A OUTPUT -m addrtype --dst-type LOCAL -j DROP"], { outiface: "lo" })).toBe(
    "drop",
  );
});

test("rules for other hooks don't concern outgoing connections", () => {
  const rows = parseIptablesSave("*filter\n:INPUT DROP [0:0]\n:FORWARD DROP [0:0]", "ip");
  const filter = createOutboundFilter(
    rows.map((row) => (column) => String((row as never)[column] ?? "")),
  );
  expect(filter.allowsAll).toBe(true);
});

const nftRow = (rule: string, more: Record<string, string> = {}) => ({
  backend: "nft",
  family: "inet",
  table_name: "t",
  chain: "in",
  hook: "input",
  policy: "drop",
  rule,
  ...more,
});

test("a map of verdicts is a rule for each of its keys", () => {
  const byPort = filterOf([
    nftRow("tcp dport vmap { 22 : jump ssh, 80-90 : accept, 25 : drop }", { action: "vmap" }),
    nftRow("ip saddr 10.0.1.0/24 accept", {
      chain: "ssh",
      hook: "",
      policy: "",
      action: "accept",
      src_ip: "10.0.1.0/24",
    }),
  ]);
  expect(verdictOf(byPort, "10.0.1.5")).toBe("accept");
  expect(verdictOf(byPort, "10.0.9.5")).toBe("drop");
  expect(verdictOf(byPort, "10.0.9.5", 85)).toBe("accept");
  const bySource = filterOf([
    nftRow("ip saddr vmap { 10.0.1.5 : accept, 10.0.1.6 : drop }", { action: "vmap" }),
  ]);
  expect(bySource.sourceRanges).toHaveLength(2);
  expect(verdictOf(bySource, "10.0.1.5")).toBe("accept");
  expect(verdictOf(bySource, "10.0.1.7")).toBe("drop");
  const named = filterOf([nftRow("tcp dport vmap @doors", { action: "vmap" })]);
  expect(verdictOf(named, "10.0.1.5")).toBe("unknown");
});

test("the elements of a named set that lasts are in its place", () => {
  const rule = nftRow("ip saddr @ops accept", { action: "accept", src_ip: "@ops" });
  const withSets = (sets: string) =>
    createInboundFilter(
      [{ ...rule, sets }].map((row: Record<string, string>) =>
        withNamedSets((column) => row[column] ?? ""),
      ),
    );
  const known = withSets('{"@ops": "10.0.1.0/24,10.0.7.1-10.0.7.9"}');
  expect(verdictOf(known, "10.0.1.5")).toBe("accept");
  expect(verdictOf(known, "10.0.7.4")).toBe("accept");
  expect(verdictOf(known, "10.0.2.5")).toBe("drop");
  for (const sets of ["", "{}", "no JSON"])
    expect(verdictOf(withSets(sets), "10.0.1.5")).toBe("unknown");
});

test("answers pass by the state of their connection and by the port that they come from", () => {
  const answer = (...rules: { rule: string; [column: string]: string }[]) =>
    createOutboundFilter(
      rules.map(
        (one) => (column: string) => ({ ...nftRow(""), hook: "output", ...one })[column] ?? "",
      ),
    ).evaluate({ ...arrival("10.0.2.7", 22), answersFrom: 22, iniface: "", outiface: null })
      .verdict;
  const accept = { action: "accept" };
  const established = { ...accept, rule: "ct state established accept", state: "established" };
  expect(answer(established)).toBe("accept");
  expect(answer({ ...accept, rule: "ct state new accept", state: "new" })).toBe("drop");
  expect(answer({ ...accept, rule: "tcp sport 22 accept", src_port: "22" })).toBe("accept");
  expect(answer({ ...accept, rule: "tcp dport 22 accept", dst_port: "22" })).toBe("drop");
  const dropped = { action: "drop", rule: "tcp sport 22 drop", src_port: "22" };
  expect(answer(dropped, established)).toBe("drop");
  const flags = { action: "drop", rule: "tcp flags syn drop" };
  expect(answer(flags, established)).toBe("unknown");
  const translated = {
    table_name: "nat",
    action: "dnat",
    rule: "dnat to 10.9.9.9",
    policy: "accept",
  };
  expect(answer(translated)).toBe("accept");
});

test.each([
  ["no rules", true],
  ["established", true, "-A OUTPUT -m state --state RELATED,ESTABLISHED -j ACCEPT"],
  [
    "new ones alone are blocked",
    true,
    "-A OUTPUT -m state --state NEW -j DROP",
    "-A OUTPUT -j ACCEPT",
  ],
  ["to one address", false, "-A OUTPUT -d 10.0.1.5/32 -j ACCEPT"],
  ["to none of these", false, "-A OUTPUT -d 10.0.1.5/32 -j DROP", "-A OUTPUT -j ACCEPT"],
  ["of one port", false, "-A OUTPUT -p tcp -m tcp --sport 22 -j ACCEPT"],
  ["but of one port", false, "-A OUTPUT -p tcp -m tcp --sport 23 -j DROP", "-A OUTPUT -j ACCEPT"],
  ["to clients' ports", true, "-A OUTPUT -p tcp -m tcp --dport 1024:65535 -j ACCEPT"],
  ["but over loopback", false, "-A OUTPUT -o lo -j DROP", "-A OUTPUT -j ACCEPT"],
  ["by a condition that is not known", false, "-A OUTPUT -m owner --uid-owner 0 -j ACCEPT"],
])("whether all answers pass: %s", (_, passes, ...rules) => {
  const policy = rules.length === 0 ? "ACCEPT" : "DROP";
  const of = (family: "ip" | "ip6") =>
    parseIptablesSave(["*filter", `:OUTPUT ${policy} [0:0]`, ...rules].join("\n"), family);
  const rows: Rows = [...of("ip"), ...(rules.join().includes("10.0") ? [] : of("ip6"))];
  const filter = createOutboundFilter(rows.map((row) => (column) => String(row[column] ?? "")));
  expect(filter.passesAnswers).toBe(passes);
});
