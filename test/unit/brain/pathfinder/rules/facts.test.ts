import { afterAll, expect, test } from "vitest";
import {
  parseEdgeRules,
  statementsFor,
} from "../../../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { createSqlRunner } from "../../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../../src/tables/host/local.ts";
import { tables } from "../../../../../src/tables/registry.ts";

const { factRules } = parseEdgeRules("data/edges");
const runner = await createSqlRunner({ host: openHost(), tables });
afterAll(() => runner.close());

type Rows = Record<string, unknown>[];

async function factsOf(id: string, rows: Record<string, Rows>, os = "linux"): Promise<Rows> {
  const statement = statementsFor(factRules, os).find((each) => each.id === id)!;
  const [result] = await runner.run([{ ...statement, max_rows: 100, timeout_ms: 5000 }], { rows });
  expect(result?.error).toBeNull();
  return result!.rows.map((row) =>
    Object.fromEntries(result!.columns.map((column, at) => [column, row[at]])),
  );
}

const listener = (port: number, more = {}) => ({
  pid: 500,
  address: "0.0.0.0",
  port,
  protocol: 6,
  net_namespace: "1",
  process_name: "nginx",
  username: "root",
  ...more,
});

test("listeners are the host's TCP ports, one row for all workers", async () => {
  const listening_ports = [
    listener(80),
    listener(80, { pid: 501 }),
    listener(53, { protocol: 17 }),
    listener(0, { protocol: 0, pid: 1 }),
    listener(9000, { net_namespace: "2" }),
  ];
  expect((await factsOf("listeners", { listening_ports })).map(({ port }) => port)).toEqual([80]);
});

test("if the host's own network namespace is unknown, all ports count", async () => {
  const listening_ports = [listener(80), listener(9000, { net_namespace: "2" })];
  for (const os of ["linux", "darwin", "windows"])
    expect(await factsOf("listeners", { listening_ports }, os)).toHaveLength(2);
});

test("flows are open TCP connections to other hosts", async () => {
  const flow = (remote_address: string, more = {}) => ({
    pid: 7,
    protocol: 6,
    state: "ESTABLISHED",
    local_address: "10.0.0.1",
    local_port: 40_000,
    remote_address,
    remote_port: 22,
    net_namespace: "1",
    ...more,
  });
  const process_open_sockets = [
    flow("10.0.0.2"),
    flow("10.0.0.2", { pid: 8 }),
    flow("127.0.0.1"),
    flow("::ffff:127.0.0.1"),
    flow("10.0.0.3", { state: "TIME_WAIT" }),
    flow("10.0.0.4", { protocol: 17, state: "" }),
    flow("10.0.0.5", { net_namespace: "2" }),
    flow("0.0.0.0", { pid: 1, protocol: 0, state: "" }),
  ];
  expect(await factsOf("flows", { process_open_sockets })).toEqual([
    { local_address: "10.0.0.1", local_port: 40_000, remote_address: "10.0.0.2", remote_port: 22 },
  ]);
});

test("firewall rules keep their order, without the outgoing ones", async () => {
  const rule = (chain: string, hook: string, rule_number: number) => ({
    backend: "nft",
    family: "inet",
    table_name: "filter",
    chain,
    hook,
    rule_number,
  });
  const firewall_rules = [
    rule("input", "input", 1),
    rule("output", "output", 1),
    rule("input", "input", 2),
    rule("ssh", "", 1),
  ];
  const rows = await factsOf("inbound_filters", { firewall_rules });
  expect(rows.map(({ chain, rule_number }) => `${chain} ${rule_number}`)).toEqual([
    "input 1",
    "input 2",
    "ssh 1",
  ]);
});

test("rules for what a host sends are kept if there are any", async () => {
  const input = { backend: "nft", chain: "input", hook: "input", policy: "drop", rule_number: 1 };
  const output = { ...input, chain: "output", hook: "output", policy: "accept" };
  const called = { ...input, chain: "called", hook: "", policy: "" };
  const chainsOf = async (firewall_rules: Record<string, unknown>[]) =>
    (await factsOf("outbound_filters", { firewall_rules })).map(({ chain }) => chain);
  expect(await chainsOf([input, output, called])).toEqual(["output", "called"]);
  expect(await chainsOf([input, { ...output, rule_number: null }, called])).toEqual([]);
  expect(await chainsOf([{ ...output, policy: "drop", rule_number: null }])).toEqual(["output"]);
});

test("a route that drops is a rule, behind more specific routes", async () => {
  const route = { table_name: "main", netmask: 24, type: "gateway", interface: "eth0", metric: 0 };
  const near = { ...route, destination: "10.0.1.0" };
  const far = { ...route, destination: "10.0.0.0", netmask: 8, type: "unreachable", interface: "" };
  const rules = async (routes: Record<string, unknown>[]) =>
    (await factsOf("outbound_filters", { firewall_rules: [], routes })).map(({ rule }) => rule);
  expect(await rules([far, near])).toEqual([
    'oifname "lo" accept',
    'oifname != "lo" ip daddr 10.0.1.0/24 accept',
    'oifname != "lo" ip daddr 10.0.0.0/8 drop',
  ]);
  expect(await rules([near])).toEqual([]);
});

test("without a default route, what no other route has goes nowhere", async () => {
  const route = { table_name: "main", netmask: 24, type: "gateway", interface: "eth0", metric: 0 };
  const near = { ...route, destination: "10.0.1.0" };
  const local = {
    ...route,
    table_name: "local",
    destination: "127.0.0.0",
    netmask: 8,
    type: "local",
  };
  const ordinary = { ...route, destination: "0.0.0.0", netmask: 0 };
  const rules = async (...routes: Record<string, unknown>[]) =>
    (await factsOf("outbound_filters", { firewall_rules: [], routes })).map(({ policy, rule }) => [
      policy,
      rule,
    ]);
  const own = ["drop", 'oifname "lo" accept'];
  expect(await rules(local)).toEqual([own]);
  expect(await rules(local, near)).toEqual([
    own,
    [null, 'oifname != "lo" ip daddr 10.0.1.0/24 accept'],
  ]);
  expect(await rules(local, near, ordinary)).toEqual([]);
  const other = { ...ordinary, table_name: "100" };
  expect((await rules(local, near, other))[0]).toEqual(["accept", 'oifname "lo" accept']);
});

test("an account is in use if it has a shell or a process", async () => {
  const users = [
    { username: "alice", uid: 1000, shell: "/bin/bash" },
    { username: "www-data", uid: 33, shell: "/usr/sbin/nologin" },
    { username: "games", uid: 5, shell: "/usr/sbin/nologin" },
    { username: "sync", uid: 4, shell: "/bin/sync" },
  ];
  const processes = [{ username: "www-data" }, { username: "www-data" }];
  const usable = (rows: Rows) => rows.filter((row) => row.usable === 1).map((row) => row.username);
  expect(usable(await factsOf("logins", { users, processes }))).toEqual(["alice", "www-data"]);
  const onWindows = [
    { username: "carol", enabled: 1 },
    { username: "Guest", enabled: 0 },
  ];
  expect(usable(await factsOf("logins", { users: onWindows }, "windows"))).toEqual(["carol"]);
});

test("addresses and group members are returned unchanged", async () => {
  const interface_addresses = [
    { interface: "eth0", address: "10.0.0.1", mask: "255.255.255.0" },
    { interface: "eth1", address: "", mask: "" },
  ];
  expect(await factsOf("addresses", { interface_addresses })).toEqual([
    { address: "10.0.0.1", mask: "255.255.255.0", interface: "eth0" },
  ]);
  const user_groups = [{ username: "alice", groupname: "docker" }];
  expect(await factsOf("members", { user_groups })).toEqual(user_groups);
});
