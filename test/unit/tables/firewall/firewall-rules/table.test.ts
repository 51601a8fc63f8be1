import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { firewallRules } from "../../../../../src/tables/firewall/firewall-rules/table.ts";
import type { CommandOutput } from "../../../../../src/tables/host/port.ts";
import {
  parseIptablesSave,
  splitWords,
} from "../../../../../src/tables/parsers/firewall/iptables-save.ts";
import {
  parseNftRuleset,
  parseRuleTexts,
} from "../../../../../src/tables/parsers/firewall/nft-ruleset.ts";
import { hostTree } from "../../../../helpers/host.ts";

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/hosts/firewall/${name}`, import.meta.url), "utf8");

const ok = (stdout: string): CommandOutput => ({ stdout, exitCode: 0 });
const nft = (json: string, text: string) => ({
  "nft -j list ruleset": ok(json),
  "nft -a list ruleset": ok(text),
});
const recordedNft = nft(fixture("nft-ruleset.json"), fixture("nft-ruleset.txt"));
const emptyNft = nft('{"nftables": [{"metainfo": {"json_schema_version": 1}}]}', "");
const saved = { "iptables-save": ok(fixture("iptables-save.txt")), "ip6tables-save": ok("") };

const root = "CapEff:\t000001ffffffffff\n";
const ordinary = "CapEff:\t0000000000000000\n";

const hostWith = (
  recorded: Record<string, CommandOutput>,
  files: Record<string, string> = {},
  capabilities = root,
) => hostTree({ recorded, files: { "proc/self/status": capabilities, ...files } });

const nothing = {
  protocol: null,
  src_ip: null,
  dst_ip: null,
  src_port: null,
  dst_port: null,
  iniface: null,
  outiface: null,
  state: null,
};

test("a rule of nft has its conditions, its action and its text", async () => {
  const { rows } = await firewallRules.collect(hostWith({ ...recordedNft, ...saved }));
  expect(rows[0]).toEqual({
    backend: "nft",
    family: "inet",
    table_name: "t1",
    chain: "input",
    hook: "input",
    policy: "drop",
    rule_number: 1,
    action: "accept",
    direction: "in",
    protocol: "tcp",
    src_ip: "10.0.0.0/8",
    dst_ip: null,
    src_port: null,
    dst_port: "22,80-90",
    iniface: "lo",
    outiface: null,
    state: "established,related",
    handle: 4,
    sets: null,
    rule: 'iifname "lo" tcp dport { 22, 80-90 } ip saddr 10.0.0.0/8 ct state established,related counter packets 0 bytes 0 accept comment "hi there"',
  });
  expect(rows[1]).toMatchObject({
    rule_number: 2,
    action: "drop",
    src_ip: "!10.1.1.1",
    protocol: "udp",
  });
  expect(rows[2]).toMatchObject({ action: "jump:web", ...nothing });
});

test("a base chain without a rule shows its policy; a chain only jumped to has none", async () => {
  const { rows } = await firewallRules.collect(hostWith({ ...recordedNft, ...saved }));
  expect(rows.find((row) => row.chain === "out")).toMatchObject({
    policy: "accept",
    direction: "out",
    action: null,
    rule_number: null,
    rule: null,
    ...nothing,
  });
  expect(rows.find((row) => row.chain === "web")).toMatchObject({
    hook: null,
    policy: null,
    direction: null,
    action: "vmap",
  });
});

test("tables created by iptables-nft are read from iptables-save, with all conditions", async () => {
  const { rows, gaps } = await firewallRules.collect(hostWith({ ...recordedNft, ...saved }));
  const input = rows.filter((row) => row.table_name === "filter" && row.chain === "INPUT");
  expect(input).toMatchObject([
    { backend: "iptables", family: "ip", action: "drop", protocol: "tcp", dst_port: "22,80-90" },
  ]);
  expect(rows.filter((row) => row.table_name === "nat" && row.action)).toMatchObject([
    { backend: "iptables", action: "masquerade", outiface: "eth0", hook: "postrouting" },
  ]);
  expect(gaps).toEqual([]);
});

test("without iptables-save, rules with hidden conditions are shown with a gap", async () => {
  const { rows, gaps } = await firewallRules.collect(hostWith(recordedNft));
  expect(rows.find((row) => row.table_name === "filter")).toMatchObject({ backend: "nft" });
  expect(gaps.map((gap) => gap.detail)).toEqual([
    "iptables-save is not installed",
    "table ip filter: some conditions of its rules can't be read",
    "table ip nat: some conditions of its rules can't be read",
  ]);
});

test("an empty ruleset from nft gives no rows", async () => {
  const host = hostWith(emptyNft, { "proc/net/ip_tables_names": "" });
  expect(await firewallRules.collect(host)).toEqual({ rows: [], gaps: [] });
});

test("legacy iptables tables are read beside nft's, or are a gap", async () => {
  const inUse = { "proc/net/ip_tables_names": "filter\n" };
  const legacy = {
    "iptables-legacy-save": ok("*filter\n:INPUT DROP [0:0]\nCOMMIT\n"),
    "ip6tables-legacy-save": ok(""),
  };
  const seen = await firewallRules.collect(hostWith({ ...emptyNft, ...legacy }, inUse));
  expect(seen.rows).toMatchObject([{ backend: "iptables", chain: "INPUT", policy: "drop" }]);
  const unseen = await firewallRules.collect(hostWith(emptyNft, inUse));
  expect(unseen).toEqual({
    rows: [],
    gaps: [{ reason: "table_missing", detail: "iptables-legacy-save is not installed" }],
  });
});

test("without CAP_NET_ADMIN empty output is a denial, whatever the exit code", async () => {
  const silent: Record<string, CommandOutput>[] = [
    emptyNft,
    { "nft -j list ruleset": { stdout: "", exitCode: 1 } },
    { "iptables-save": ok(""), "ip6tables-save": ok("") },
  ];
  for (const recorded of silent)
    await expect(firewallRules.collect(hostWith(recorded, {}, ordinary))).rejects.toMatchObject({
      name: "TableUnavailable",
      reason: "denied",
    });
});

test("without any tool the rules are unknown, not empty", async () => {
  await expect(firewallRules.collect(hostWith({}))).rejects.toMatchObject({
    name: "TableUnavailable",
    reason: "table_missing",
  });
});

test("a tool that fails for a privileged user is an error", async () => {
  const broken = { "nft -j list ruleset": { stdout: "", exitCode: 1 } };
  await expect(firewallRules.collect(hostWith(broken))).rejects.toMatchObject({ reason: "error" });
  await expect(firewallRules.collect(hostWith(nft("no json", "")))).rejects.toMatchObject({
    reason: "error",
  });
});

test("with iptables alone, rules made with nft may be unseen while its module is loaded", async () => {
  const modules = { "proc/modules": "nf_tables 376832 0 - Live 0x0\n" };
  const loaded = await firewallRules.collect(hostWith(saved, modules));
  expect(loaded.gaps).toMatchObject([{ reason: "table_missing" }]);
  expect((await firewallRules.collect(hostWith(saved))).gaps).toEqual([]);
});

test("iptables: negation, states, jumps and rules for both ends", () => {
  const rows = parseIptablesSave(
    [
      "*filter",
      ":INPUT DROP [1:2]",
      ":web - [0:0]",
      "-A INPUT ! -s 10.0.0.0/8 -m conntrack --ctstate RELATED,ESTABLISHED -j web",
      '-A INPUT -m comment --comment "say -j DROP" -p udp --sport 68 --dport 67:69 -g web',
      "-A web -j REJECT --reject-with icmp-port-unreachable",
      "COMMIT",
    ].join("\n"),
    "ip6",
  );
  expect(rows).toMatchObject([
    { family: "ip6", action: "jump:web", src_ip: "!10.0.0.0/8", state: "related,established" },
    { action: "goto:web", protocol: "udp", src_port: "68", dst_port: "67-69", rule_number: 2 },
    { chain: "web", action: "reject", hook: null, policy: null, direction: null },
  ]);
});

test("quoted words keep their spaces and quotes", () => {
  expect(splitWords('-j LOG --log-prefix "a \\"b\\" c" -x')).toEqual([
    "-j",
    "LOG",
    "--log-prefix",
    'a "b" c',
    "-x",
  ]);
});

test("parsers take any text and any JSON", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.json(), (text, json) => {
      parseIptablesSave(text, "ip");
      parseIptablesSave(`*filter\n:INPUT DROP\n-A INPUT ${text}`, "ip");
      parseRuleTexts(text);
      parseNftRuleset(text, text);
      const rule = `{"rule":{"family":"ip","table":"t","chain":"c","handle":1,"expr":[${json},{"match":${json}},{"jump":${json}}]}}`;
      const chain = '{"chain":{"family":"ip","table":"t","name":"c","hook":"input"}}';
      expect(parseNftRuleset(`{"nftables":[${json},${chain},${rule}]}`, "")?.rows).not.toEqual([]);
    }),
  );
});
