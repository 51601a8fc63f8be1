import { expect, test } from "vitest";
import { firewallVerdicts } from "../../../../../src/tables/firewall/firewall-verdicts/table.ts";
import { hostTree } from "../../../../helpers/host.ts";

const route = (iface: string, destination: string) =>
  `${iface}\t${destination}\t0100000A\t0003\t0\t0\t0\t${destination}\t0\t0\t0\n`;

interface Machine {
  /** By interface. */
  addresses: Record<string, string[]>;
  /** Interfaces with a default route. */
  routed?: string[];
  /** nft's JSON objects, and the text of the rules in their order. */
  objects?: unknown[];
  texts?: string[];
}

function machine({ addresses, routed = [], objects = [], texts = [] }: Machine) {
  const links = Object.entries(addresses).map(([ifname, locals]) => ({
    ifname,
    addr_info: locals.map((local) => ({ local, family: local.includes(":") ? "inet6" : "inet" })),
  }));
  const lines = texts.map((text, index) => `\t\t${text} # handle ${index + 1}`);
  const listing = ["table inet f { # handle 1", "\tchain input { # handle 1", ...lines].join("\n");
  const print = (value: unknown) => ({ stdout: JSON.stringify(value), exitCode: 0 });
  return hostTree({
    files: {
      "proc/self/status": "CapEff:\t000001ffffffffff\n",
      "proc/net/route": `Iface\n${routed.map((iface) => route(iface, "00000000")).join("")}`,
    },
    recorded: {
      "ip -j addr show": print(links),
      "nft -j list ruleset": print({ nftables: objects }),
      "nft -a list ruleset": { stdout: listing, exitCode: 0 },
    },
  });
}

const chain = (policy: string) => ({
  chain: { family: "inet", table: "f", name: "input", hook: "input", policy },
});
const rule = (handle: number, ...expr: unknown[]) => ({
  rule: { family: "inet", table: "f", chain: "input", handle, expr },
});
const saddr = (right: unknown) => ({
  match: { op: "==", left: { payload: { protocol: "ip", field: "saddr" } }, right },
});

const verdictsOf = async (host: ReturnType<typeof machine>) => {
  const { rows, gaps } = await firewallVerdicts.collect(host);
  const seen = rows.map((row) => [row.interface, row.family, row.protocol, row.verdict].join(" "));
  return { seen, rows, gaps };
};

const eth0 = { eth0: ["10.0.0.5"] };

test("without rules each interface with a default route accepts, in its families", async () => {
  const addresses = { lo: ["127.0.0.1"], eth0: ["10.0.0.5", "fe80::1"], eth1: ["2001:db8::5"] };
  const { seen, rows } = await verdictsOf(machine({ addresses, routed: ["eth0"] }));
  expect(seen).toEqual(["eth0 ipv4 tcp accept", "eth0 ipv4 udp accept"]);
  expect(rows[0]).toMatchObject({ filters: 0, rule: undefined });
  const unrouted = await verdictsOf(machine({ addresses }));
  expect(unrouted.seen.filter((line) => line.includes("tcp"))).toEqual([
    "eth0 ipv4 tcp accept",
    "eth1 ipv6 tcp accept",
  ]);
});

test("a rule that decides is shown, a policy has none", async () => {
  const accepting = { objects: [chain("drop"), rule(1, { accept: null })], texts: ["accept"] };
  const byRule = await verdictsOf(machine({ addresses: eth0, ...accepting }));
  expect(byRule.rows[0]).toMatchObject({ verdict: "accept", filters: 1, rule: "accept" });
  const byPolicy = await verdictsOf(machine({ addresses: eth0, objects: [chain("drop")] }));
  expect(byPolicy.rows[0]).toMatchObject({ verdict: "drop", chain: "input", rule: null });
});

test("the elements of a named set decide, not its name", async () => {
  const set = (...elem: unknown[]) => ({
    set: { family: "inet", table: "f", name: "s", type: "ipv4_addr", elem },
  });
  const dropping = [chain("accept"), rule(1, saddr("@s"), { drop: null })];
  const verdictWith = async (...elem: unknown[]) => {
    const objects = [set(...elem), ...dropping];
    const { rows } = await verdictsOf(
      machine({ addresses: eth0, objects, texts: ["ip saddr @s drop"] }),
    );
    return [rows[0]?.verdict, rows[0]?.filters];
  };
  expect(await verdictWith()).toEqual(["accept", 0]);
  expect(await verdictWith("203.0.113.9")).toEqual(["accept", 0]);
  expect(await verdictWith({ prefix: { addr: "0.0.0.0", len: 0 } })).toEqual(["drop", 1]);
});

test("a condition that can't be evaluated is unknown, with a gap", async () => {
  const { rows, gaps } = await verdictsOf(
    machine({
      addresses: eth0,
      objects: [chain("drop"), rule(1, { match: {} }, { accept: null })],
      texts: ["meta mark 0x00000001 accept"],
    }),
  );
  expect(rows[0]).toMatchObject({ verdict: "unknown", filters: 1 });
  expect(gaps).toMatchObject([{ reason: "error" }]);
});
