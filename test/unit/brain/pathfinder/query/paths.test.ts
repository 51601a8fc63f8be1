import { expect, test } from "vitest";
import {
  asking,
  estateOf,
  type HostSketch,
  hopText,
  hostFacts,
  pathsOf,
  sshHost,
} from "../../../../helpers/estate.ts";

const key = "SHA256:k1";
const web1 = {
  rows: sshHost("10.0.1.5", {
    holds_key: [{ from: "alice", to: key, path: "/home/alice/.ssh/id" }],
  }),
};
const db1 = (opens: Record<string, string | number | null> = {}, rows = {}) => ({
  rows: sshHost("10.0.1.7", {
    key_opens: [{ from: key, to: "postgres", port: 22, ...opens }],
    sudo_root: [{ from: "postgres", to: "root" }],
    ...rows,
  }),
});

test("a key held on one host opens an account on another: three hops, each with its own proof", () => {
  const estate = estateOf({ "web-1": web1, "db-1": db1() });
  const { paths, nearest } = estate.search(asking("alice@web-1", "root on db-1"));
  expect(nearest).toBeNull();
  expect(pathsOf({ paths } as never)).toEqual([
    [
      "HoldsKey alice@web-1 > key SHA256:k1",
      "Reaches key SHA256:k1 > service 22/tcp on db-1",
      "KeyOpens service 22/tcp on db-1 > postgres@db-1",
      "SudoRoot postgres@db-1 > root@db-1",
    ],
  ]);
  const [held, reached, opened] = paths[0]!.hops;
  expect(held).toMatchObject({ hostname: "web-1", proof: { sql: "SELECT 'holds_key'" } });
  expect(held!.proof.row).toContain("/home/alice/.ssh/id");
  expect(reached).toMatchObject({ hostname: "db-1", proof: { sql: "SELECT 'addresses'" } });
  expect(reached!.proof.row).toEqual(["10.0.1.7", "255.255.255.0", "eth0"]);
  expect(opened).toMatchObject({ hostname: "db-1", state: "proven", agent_id: "agt_db-1" });
});

/** The hops from alice to root on db-1 that aren't proven, or that block the nearest path. */
function problems(web: HostSketch, db: HostSketch, nowMs?: number): string[] {
  const estate = estateOf({ "web-1": web, "db-1": db }, nowMs);
  const outcome = estate.search(asking("alice@web-1", "root on db-1"));
  const [path] = outcome.paths;
  if (path) return path.hops.map(hopText).filter((text) => text.includes("("));
  const cuts = outcome.nearest?.hops.filter(({ state }) => state === "refuted") ?? [];
  return ["none", ...cuts.map(({ rule, why }) => `${rule.edge}: ${why}`)];
}

test("what keeps a path from being proven is named beside one that needs a password", () => {
  const password = [{ from: "22/tcp", to: "postgres", port: 22, state: "conditional", why: "p" }];
  const blocked = { state: "refuted", why: "the key is revoked" };
  const nearestOf = (opens: Record<string, string>) =>
    estateOf({ "web-1": web1, "db-1": db1(opens, { password_login: password }) }).search(
      asking("alice@web-1", "root on db-1"),
    );
  const { paths, nearest } = nearestOf(blocked);
  expect(paths).toHaveLength(1);
  expect(nearest!.hops.filter(({ state }) => state !== "proven").map(hopText)).toEqual([
    "KeyOpens service 22/tcp on db-1 > postgres@db-1 (refuted: the key is revoked)",
  ]);
  expect(nearestOf({}).nearest).toBeNull();
  expect(nearestOf({ state: "inferred", why: "unknown" }).nearest).toBeNull();
});

const sent = { chain: "output", hook: "output", policy: "accept" };
const drop = {
  backend: "nft",
  family: "inet",
  table_name: "f",
  chain: "input",
  hook: "input",
  policy: "drop",
};

const outgoing = (columns: Record<string, string>): HostSketch => ({
  rows: { ...web1.rows, outbound_filters: [{ ...drop, ...sent, ...columns }] },
});

test.each<[string, HostSketch, string[]]>([
  [
    "the source's own rules drop it",
    outgoing({ action: "drop", dst_port: "22", rule: "tcp dport 22 drop" }),
    ["none", "Reaches: the outgoing rules or routes of web-1 block connections to port 22 of db-1"],
  ],
  [
    "they drop something else",
    outgoing({ action: "drop", dst_port: "25", rule: "tcp dport 25 drop" }),
    [],
  ],
  [
    "they are about an account",
    outgoing({ action: "drop", rule: "meta skuid 1000 drop" }),
    [
      `Reaches key SHA256:k1 > service 22/tcp on db-1 (inferred: the outgoing firewall rules of web-1 don't show whether they let connections to db-1 through)`,
    ],
  ],
  [
    "they were not read",
    { ...web1, unanswered: ["outbound_filters"] },
    [
      "Reaches key SHA256:k1 > service 22/tcp on db-1 (inferred: the outgoing firewall rules of web-1 are not known)",
    ],
  ],
])("a connection out of the source host: %s", (_, web, expected) => {
  expect(problems(web, db1())).toEqual(expected);
});

const reaches = "Reaches key SHA256:k1 > service 22/tcp on db-1";
const accept = (rule: string, columns: Record<string, string>) => ({
  inbound_filters: [{ ...drop, action: "accept", rule, ...columns }],
});

test.each<[string, HostSketch, string[]]>([
  ["nothing restricts it", db1(), []],
  ["from= admits the address", db1({ admits: "10.0.1.0/24,!10.0.1.9" }), []],
  [
    "from= keeps the address out",
    db1({ admits: "10.0.1.0/24,!10.0.1.5" }),
    [
      "none",
      "Reaches: db-1 admits only 10.0.1.0/24,!10.0.1.5 (from=, AllowUsers, Match), not 10.0.1.5",
    ],
  ],
  [
    "one of two lists keeps it out",
    db1({ admits: "10.0.1.* 10.0.2.0/24" }),
    [
      "none",
      "Reaches: db-1 admits only 10.0.1.* 10.0.2.0/24 (from=, AllowUsers, Match), not 10.0.1.5",
    ],
  ],
  [
    "from= admits a name",
    db1({ admits: "web-?" }),
    [`${reaches} (inferred: db-1 admits web-1 only by name, which requires name lookups)`],
  ],
  [
    "sshd listens on loopback",
    db1({}, { listeners: [{ address: "127.0.0.1", port: 22, protocol: 6 }] }),
    ["none", "Reaches: port 22 of db-1 listens on loopback only"],
  ],
  [
    "sshd listens elsewhere",
    db1({}, { listeners: [{ address: "0.0.0.0", port: 2222, protocol: 6 }] }),
    ["none", "Reaches: nothing listens on port 22 of db-1"],
  ],
  [
    "what listens is not known",
    { ...db1(), unanswered: ["listeners"] },
    [`${reaches} (inferred: it is not known whether db-1 listens on port 22)`],
  ],
  [
    "the firewall lets it in",
    db1(
      {},
      accept("ip saddr 10.0.1.0/24 tcp dport 22 accept", {
        src_ip: "10.0.1.0/24",
        dst_port: "22",
        protocol: "tcp",
      }),
    ),
    [],
  ],
  [
    "the firewall turns it away",
    db1({}, accept("ip saddr 10.0.1.9 accept", { src_ip: "10.0.1.9" })),
    ["none", "Reaches: the firewall of db-1 blocks 10.0.1.5"],
  ],
  [
    "the firewall has conditions that aren't understood",
    db1({}, accept("ip saddr @office accept", { src_ip: "@office" })),
    [`${reaches} (inferred: the rules of db-1's firewall don't show whether it admits 10.0.1.5)`],
  ],
  [
    "the firewall is not known",
    { ...db1(), unanswered: ["inbound_filters"] },
    [`${reaches} (inferred: the firewall of db-1 is not known)`],
  ],
  [
    "the firewall is not known, but a connection was seen",
    {
      ...db1(
        {},
        {
          flows: [
            {
              local_address: "10.0.1.7",
              local_port: 22,
              remote_address: "10.0.1.5",
              remote_port: 40_000,
            },
          ],
        },
      ),
      unanswered: ["inbound_filters"],
    },
    [],
  ],
  [
    "they share no subnet",
    db1({}, { addresses: [{ address: "10.0.2.7", mask: "255.255.255.0", interface: "eth0" }] }),
    [`${reaches} (inferred: no route between web-1 and db-1 was observed)`],
  ],
  [
    "they share no subnet, but a connection was seen",
    db1(
      {},
      {
        addresses: [{ address: "10.0.2.7", mask: "255.255.255.0", interface: "eth0" }],
        flows: [
          {
            local_address: "10.0.2.7",
            local_port: 22,
            remote_address: "::ffff:10.0.1.5",
            remote_port: 40_000,
          },
        ],
      },
    ),
    [],
  ],
  [
    "they share a subnet of containers, which is none",
    db1({}, { addresses: [{ address: "10.0.1.7", mask: "255.255.255.0", interface: "docker0" }] }),
    [`${reaches} (inferred: no route between web-1 and db-1 was observed)`],
  ],
  [
    "sshd listens on another of its addresses",
    db1(
      {},
      {
        addresses: [
          { address: "10.0.1.7", mask: "255.255.255.0", interface: "eth0" },
          { address: "10.9.0.7", mask: "255.255.255.0", interface: "eth1" },
        ],
        listeners: [{ address: "10.9.0.7", port: 22, protocol: 6 }],
      },
    ),
    [`${reaches} (inferred: no route between web-1 and db-1 was observed)`],
  ],
  [
    "the row itself is refuted",
    db1({ state: "refuted", why: "it only runs backup" }),
    ["none", "KeyOpens: it only runs backup"],
  ],
  [
    "the row needs something",
    db1({ state: "conditional", why: "the passphrase of id" }),
    ["KeyOpens service 22/tcp on db-1 > postgres@db-1 (conditional: the passphrase of id)"],
  ],
  ["the row has a state that there isn't", db1({ state: "likely" }), ["none"]],
])("%s", (_, db, expected) => {
  expect(problems(web1, db)).toEqual(expected);
});

test("reaching a port from unknown addresses is inferred", () => {
  const nowhere = { rows: { holds_key: [{ from: "alice", to: key }] } };
  expect(problems(nowhere, db1())).toEqual([
    `${reaches} (inferred: the addresses of web-1 are not known)`,
  ]);
});

test("an observed connection proves the route of its own source address", () => {
  const address = (text: string, at: number) => ({
    address: text,
    mask: "255.255.255.0",
    interface: `eth${at}`,
  });
  const flow = { local_port: 40_000, remote_address: "10.0.3.7", remote_port: 22 };
  const from = (local_address: string) => ({
    rows: {
      ...web1.rows,
      addresses: [address("10.0.1.5", 0), address("10.0.2.5", 1)],
      flows: [{ ...flow, local_address }],
    },
  });
  const far = db1({ admits: "10.0.2.5" }, { addresses: [address("10.0.3.7", 0)] });
  expect(problems(from("10.0.2.5"), far)).toEqual([]);
  expect(problems(from("10.0.1.5"), far)).toEqual([
    `${reaches} (inferred: no route between web-1 and db-1 was observed)`,
  ]);
});

test("a subnet with a duplicate address proves no route", () => {
  const twin = { rows: sshHost("10.0.1.7") };
  const estate = estateOf({ "web-1": web1, "db-1": db1(), "lab-1": twin });
  const ask = () => estate.search(asking("alice@web-1", "root on db-1")).paths[0]!.hops[1]!;
  expect(ask()).toMatchObject({ state: "inferred" });
  estate.remove("agt_lab-1");
  expect(ask()).toMatchObject({ state: "proven" });
});

test.each([
  ["names an accepted principal", { principals: "deploy,ops" }, []],
  ["names the account", { principals: "postgres" }, ["none"]],
  ["names others", { principals: "web" }, ["none"]],
  ["has expired", { principals: "ops", valid_before: 1_700_000_000 }, ["none"]],
  ["is not valid yet", { principals: "ops", valid_after: 1_900_000_000 }, ["none"]],
])("a certificate that %s", (_, certificate, expected) => {
  const ca = "SHA256:ca";
  const web = {
    rows: sshHost("10.0.1.5", {
      holds_certificate: [{ from: "alice", to: ca, valid_before: 1_900_000_000, ...certificate }],
    }),
  };
  const opens = {
    rows: sshHost("10.0.1.7", {
      cert_opens: [{ from: ca, to: "root", port: 22, principals: "ops" }],
    }),
  };
  expect(problems(web, opens).slice(0, 1)).toEqual(expected);
});

test("the authority's own key opens for every principal; an account takes its own name by default", () => {
  const ca = "SHA256:ca";
  const opens = { rows: sshHost("10.0.1.7", { cert_opens: [{ from: ca, to: "root", port: 22 }] }) };
  const holder = { rows: sshHost("10.0.1.5", { holds_authority: [{ from: "alice", to: ca }] }) };
  expect(problems(holder, opens)).toEqual([]);
  const rootCertificate = {
    rows: sshHost("10.0.1.5", {
      holds_certificate: [{ from: "alice", to: ca, principals: "root" }],
    }),
  };
  expect(problems(rootCertificate, opens)).toEqual([]);
});

test("a proven path comes before a shorter inferred one", () => {
  const db = db1(
    {},
    { runs_as: [{ from: "22/tcp", to: "root", state: "inferred", why: "a flaw" }] },
  );
  const estate = estateOf({ "web-1": web1, "db-1": db });
  const { paths } = estate.search(asking("alice@web-1", "root on db-1"));
  expect(paths.map(({ hops }) => hops.map(({ rule }) => rule.edge))).toEqual([
    ["HoldsKey", "Reaches", "KeyOpens", "SudoRoot"],
    ["Reaches", "RunsAs"],
  ]);
});

test("whoever reaches an open service gets its account", () => {
  const docker = {
    rows: {
      ...sshHost("10.0.1.7", { service_open: [{ from: "2375/tcp", to: "root", port: 2375 }] }),
      listeners: [{ address: "0.0.0.0", port: 2375, protocol: 6, process_name: "dockerd" }],
    },
  };
  const estate = estateOf({
    "web-1": { rows: sshHost("10.0.1.5", { logins: [{ username: "alice" }] }) },
    "ci-1": docker,
  });
  expect(pathsOf(estate.search(asking("alice@web-1", "root on ci-1")))).toEqual([
    [
      "Reaches alice@web-1 > service 2375/tcp on ci-1",
      "ServiceOpen service 2375/tcp on ci-1 > root@ci-1",
    ],
  ]);
  // A proven edge to root also works for accounts on the same host.
  estate.replace(hostFacts("ci-1", { rows: { ...docker.rows, logins: [{ username: "bob" }] } }));
  expect(pathsOf(estate.search(asking("bob@ci-1", "root on ci-1")))).toHaveLength(1);
});

test("a password adds nothing for accounts on the same host", () => {
  const rows = sshHost("10.0.1.7", {
    password_login: [
      { from: "22/tcp", to: "root", state: "conditional", why: "the password of root" },
    ],
    logins: [{ username: "bob" }],
  });
  const estate = estateOf({
    "web-1": { rows: sshHost("10.0.1.5", { logins: [{ username: "alice" }] }) },
    "db-1": { rows },
  });
  expect(estate.search(asking("bob@db-1", "root on db-1")).paths).toEqual([]);
  expect(pathsOf(estate.search(asking("alice@web-1", "root on db-1")))[0]!.at(-1)).toBe(
    "PasswordLogin service 22/tcp on db-1 > root@db-1 (conditional: the password of root)",
  );
});

test("the internet may reach public addresses, and a connection proves it", () => {
  const open = (address: string, rows = {}) => ({
    rows: sshHost(address, { password_login: [{ from: "22/tcp", to: "root", port: 22 }], ...rows }),
  });
  const ask = (host: HostSketch) =>
    estateOf({ "vpn-1": host }).search(asking("internet", "root on vpn-1"));
  expect(pathsOf(ask(open("203.0.113.9")))[0]![0]).toBe(
    "Reaches the internet > service 22/tcp on vpn-1 (inferred: no connection from the internet to vpn-1 was observed)",
  );
  const flows = [
    {
      local_address: "10.0.1.9",
      local_port: 22,
      remote_address: "198.51.100.7",
      remote_port: 5_000,
    },
  ];
  expect(pathsOf(ask(open("10.0.1.9", { flows })))[0]![0]).toBe(
    "Reaches the internet > service 22/tcp on vpn-1",
  );
  const inside = ask(open("10.0.1.9"));
  expect(inside.paths).toEqual([]);
  expect(inside.nearest!.hops[0]!.why).toBe(
    "vpn-1 has no public address, and no connection from one was observed",
  );
  const fenced = accept("ip saddr 10.0.0.0/8 accept", { src_ip: "10.0.0.0/8" });
  expect(ask(open("203.0.113.9", fenced)).paths[0]!.hops[0]!.why).toMatch(/don't show whether/);
});

test("invalid rows are dropped and counted", () => {
  const rows = {
    sudo_root: [
      { from: "alice", to: "root" },
      { from: "", to: "root" },
      { from: "bob", to: null },
      { from: "carol", to: "root", state: "sure" },
      { from: "d".repeat(300), to: "root" },
      { from: "erin", to: "root", port: "a port" },
    ],
  };
  const logins = ["alice", "bob", "carol"].map((username) => ({ username }));
  const estate = estateOf({ "web-1": { rows: { ...rows, logins } } });
  const outcome = estate.search(asking("user on web-1", "root on web-1"));
  expect(outcome.paths.map(({ from }) => from.label)).toEqual(["alice@web-1"]);
  expect(outcome.dropped).toEqual({ "agt_web-1": 5 });
});

test("the number of edges per host is limited", () => {
  const many = Array.from({ length: 20_010 }, (_, at) => ({ from: `u${at}`, to: "root" }));
  const estate = estateOf({ "web-1": { rows: { sudo_root: many } } });
  const outcome = estate.search(asking("u19999@web-1", "root on web-1"));
  expect(outcome.paths).toHaveLength(1);
  expect(outcome.dropped).toEqual({ "agt_web-1": 10 });
});

test("refuted edges crowd out no edge that may hold", () => {
  const refuted = { to: "root", state: "refuted", why: "it is off" };
  const many = Array.from({ length: 20_010 }, (_, at) => ({ ...refuted, from: `u${at}` }));
  const estate = estateOf({
    "web-1": { rows: { sudo_root: [...many, { from: "alice", to: "root" }] } },
  });
  const outcome = estate.search(asking("alice@web-1", "root on web-1"));
  expect(outcome.paths).toHaveLength(1);
  expect(outcome.dropped).toEqual({ "agt_web-1": 11 });
});

test("an account that another one opens at a port of their own host needs the port", () => {
  const hops = (row: Record<string, string>, rows: HostSketch["rows"] = {}) => {
    const writes = [{ from: "alice", to: "bob", port: 22, ...row }];
    const db1 = { rows: sshHost("10.0.1.7", { writes_user_job: writes, ...rows }) };
    const asked = asking("alice@db-1", "bob@db-1");
    const { paths, nearest } = estateOf({ "db-1": db1 }).search(asked);
    return (paths[0] ?? nearest)?.hops.map(hopText);
  };
  const hop = "WritesUserJob alice@db-1 > bob@db-1";
  expect(hops({})).toEqual([hop]);
  expect(hops({}, { listeners: [] })).toEqual([
    `${hop} (refuted: nothing listens on port 22 of db-1)`,
  ]);
  expect(hops({ admits: "192.0.2.1" })).toEqual([
    expect.stringContaining(`${hop} (refuted: db-1 admits only 192.0.2.1`),
  ]);
});
