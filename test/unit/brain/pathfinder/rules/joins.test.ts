import { afterAll, expect, test } from "vitest";
import { createEstate } from "../../../../../src/brain/pathfinder/query/create-estate.ts";
import {
  parseEdgeRules,
  statementsFor,
} from "../../../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { createSqlRunner } from "../../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../../src/tables/host/local.ts";
import { tables } from "../../../../../src/tables/registry.ts";

type Rows = Record<string, Record<string, unknown>[]>;

const { edgeRules, factRules } = parseEdgeRules("data/edges");
const runner = await createSqlRunner({ host: openHost(), tables });
afterAll(() => runner.close());

/** The steps from root of the first host to an account of the second, each with its state. */
async function stepsBetween(hosts: Record<string, Rows>, to: string): Promise<string[]> {
  const estate = createEstate({ rules: edgeRules, facts: factRules, clock: { now: Date.now } });
  const statements = statementsFor([...edgeRules, ...factRules], "linux").map((one) => ({
    ...one,
    max_rows: 1000,
    timeout_ms: 5000,
  }));
  for (const [hostname, rows] of Object.entries(hosts)) {
    const results = await runner.run(statements, { rows });
    estate.replace({
      agent_id: hostname,
      hostname,
      os: "linux",
      addresses: [],
      tags: {},
      criticality: "normal",
      collectedAt: new Date().toISOString(),
      source: "live",
      results: new Map(results.map((result) => [result.id, result])),
    });
  }
  const [first, last] = Object.keys(hosts);
  const { paths } = estate.search({
    question: {
      from: { kind: "user", user: "root", host: first! },
      to: { kind: "user", user: to, host: last! },
      mode: "find",
    },
    agentIds: null,
    k: 1,
    maxSteps: 6,
    timeoutMs: 5000,
  });
  return (paths[0]?.hops ?? []).map(({ rule, state }) => `${rule.edge} ${state}`);
}

const at = (address: string): Rows => ({
  interface_addresses: [{ interface: "eth0", address, mask: "255.255.255.0" }],
  firewall_rules: [],
  users: [
    { username: "root", uid: 0, directory: "/root", shell: "/bin/sh" },
    { username: "alice", uid: 1001, directory: "/home/alice", shell: "/bin/sh" },
  ],
});
const sshd = {
  listening_ports: [
    { pid: 1, protocol: 6, address: "0.0.0.0", port: 22, process_name: "sshd", username: "root" },
  ],
};
const login = {
  ...{ username: "alice", uid: 1001, method: "publickey", allowed: 1, reason: "", addresses: "" },
  ...{ exposed: 1, port: 22, forced_command: "", match: "", source: "" },
  key_files: "/home/alice/.ssh/authorized_keys",
};

test("a client that mounts homes gets to the accounts of the server, and of others that mount them", async () => {
  const mount = {
    mounts: [
      { device: "files:/home", path: "/home", type: "nfs4", flags: "rw,sec=sys,addr=10.0.0.6" },
    ],
  };
  const client = { ...at("10.0.0.5"), ...mount };
  const server = (options: string): Rows => ({
    ...at("10.0.0.6"),
    ...sshd,
    shared_resources: [
      { name: "/home", path: "/home", type: "nfs", options, clients: "10.0.0.0/24" },
    ],
    ssh_logins: [login],
  });
  const steps = ["MountsHomes proven", "Reaches proven", "NfsHomeOpens inferred"];
  expect(await stepsBetween({ client, server: server("rw,root_squash") }, "alice")).toEqual(steps);
  expect(await stepsBetween({ client, server: server("ro") }, "alice")).toEqual([]);
  const other = { ...at("10.0.0.7"), ...sshd, ...mount, ssh_logins: [login] };
  expect(await stepsBetween({ client, other }, "alice")).toEqual(steps);
});

test("root of a Salt master gets to root of its minions, by the keys of both", async () => {
  const link = { username: "root", functions: "", asks: 0, minion: "web", enabled: 1 };
  const salt = (role: string, minion_key: string): Rows => ({
    ...at("10.0.0.5"),
    salt_links: [{ ...link, role, master_key: "aa", minion_key }],
  });
  const minion = salt("minion", "bb");
  expect(await stepsBetween({ master: salt("master", "bb"), minion }, "root")).toEqual([
    "CommandsMinion proven",
    "ObeysMaster inferred",
  ]);
  expect(await stepsBetween({ master: salt("master", "cc"), minion }, "root")).toEqual([]);
});
