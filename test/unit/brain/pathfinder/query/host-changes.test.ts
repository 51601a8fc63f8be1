import { expect, test } from "vitest";
import { asking, estateOf, hostFacts, pathsOf, sshHost } from "../../../../helpers/estate.ts";

const secret = (to_host: string) => ({
  rows: sshHost("10.0.1.5", {
    reads_login: [{ from: "alice", to: "deploy", to_host, state: "conditional", why: "a login" }],
  }),
});
const db = (address = "10.0.1.7") => ({
  rows: sshHost(address, { sudo_root: [{ from: "deploy", to: "root" }] }),
});
const path = [
  "ReadsLogin alice@web-1 > deploy@db-1.example.org (conditional: a login)",
  "SudoRoot deploy@db-1.example.org > root@db-1.example.org",
];

test.each(["db-1", "DB-1.example.org", "agt_db-1.example.org", "10.0.1.7", "::ffff:10.0.1.7"])(
  "an edge to %s waits for that host",
  (to_host) => {
    const estate = estateOf({ "web-1": secret(to_host) });
    const ask = () => pathsOf(estate.search(asking("alice@web-1", "root on db-1")));
    expect(ask()).toEqual([]);
    estate.replace(hostFacts("db-1.example.org", db()));
    expect(ask()).toEqual([path]);
    estate.remove("agt_db-1.example.org");
    expect(ask()).toEqual([]);
    estate.replace(hostFacts("db-1.example.org", db()));
    expect(ask()).toEqual([path]);
  },
);

test.each(["localhost", "127.0.0.1"])("%s is the host itself", (to_host) => {
  const rows = {
    reads_login: [{ from: "alice", to: "deploy", to_host }],
    sudo_root: [{ from: "deploy", to: "root" }],
  };
  const estate = estateOf({ "web-1": { rows } });
  expect(estate.search(asking("alice@web-1", "root on web-1")).paths).toHaveLength(1);
});

test("an ambiguous host name resolves to neither host", () => {
  const estate = estateOf({
    "web-1": secret("db-1"),
    "db-1.example.org": db(),
    "db-1.example.net": db("10.0.1.8"),
  });
  const ask = () => estate.search(asking("alice@web-1", "root on db-1.example.org")).paths.length;
  expect(ask()).toBe(0);
  estate.remove("agt_db-1.example.net");
  expect(ask()).toBe(1);
});

test("an edge follows its address to another host", () => {
  const estate = estateOf({
    "web-1": secret("10.0.1.7"),
    "db-1": db("10.0.1.7"),
    "db-2": db("10.0.1.8"),
  });
  const ask = (host: string) =>
    estate.search(asking("alice@web-1", `root on ${host}`)).paths.length;
  expect([ask("db-1"), ask("db-2")]).toEqual([1, 0]);
  estate.replace(hostFacts("db-1", db("10.0.1.9")));
  estate.replace(hostFacts("db-2", db("10.0.1.7")));
  expect([ask("db-1"), ask("db-2")]).toEqual([0, 1]);
});

test.each(["web", "db"])("a connection that %s observed counts as long as it does", (observer) => {
  const addresses = { web: "10.0.1.5", db: "10.0.2.7" };
  const seen = {
    web: { local_port: 40_000, remote_address: addresses.db, remote_port: 22 },
    db: { local_port: 22, remote_address: addresses.web, remote_port: 40_000 },
  };
  const host = (name: "web" | "db", isSeen: boolean, address = addresses[name]) =>
    hostFacts(name, {
      rows: sshHost(address, {
        inbound_filters: [],
        flows: isSeen && name === observer ? [{ local_address: address, ...seen[name] }] : [],
        ...(name === "web"
          ? { holds_key: [{ from: "alice", to: "SHA256:k" }] }
          : { key_opens: [{ from: "SHA256:k", to: "root", port: 22 }] }),
      }),
    });
  const estate = estateOf({});
  const states = () =>
    estate.search(asking("alice@web", "root on db")).paths[0]?.hops.map(({ state }) => state);
  estate.replace(host("web", false));
  estate.replace(host("db", false));
  const without = states();
  expect(without).toContain("inferred");
  for (const name of ["web", "db"] as const) estate.replace(host(name, true));
  expect(states()).not.toContain("inferred");
  const other = observer === "web" ? "db" : "web";
  estate.replace(host(other, true, "10.0.3.9"));
  expect(states()).toEqual(without);
  estate.replace(host(other, true));
  expect(states()).not.toContain("inferred");
  for (const name of ["web", "db"] as const) estate.replace(host(name, false));
  expect(states()).toEqual(without);
});

test("replacing a host leaves the others unchanged", () => {
  const holder = (name: string) => ({
    rows: sshHost(`10.0.1.${name.length}`, { holds_key: [{ from: "alice", to: "SHA256:k" }] }),
  });
  const opens = (rows: object) => ({ rows: { ...sshHost("10.0.1.7"), ...rows } });
  const both = {
    key_opens: [{ from: "SHA256:k", to: "deploy", port: 22 }],
    sudo_root: [{ from: "deploy", to: "root" }],
  };
  const estate = estateOf({ web: holder("web"), mail: holder("mail"), "db-1": opens(both) });
  const ask = (from: string) => estate.search(asking(`alice@${from}`, "root on db-1")).paths.length;
  expect([ask("web"), ask("mail")]).toEqual([1, 1]);
  estate.replace(hostFacts("db-1", opens({ key_opens: both.key_opens })));
  expect([ask("web"), ask("mail")]).toEqual([0, 0]);
  estate.replace(hostFacts("db-1", opens(both)));
  estate.replace(hostFacts("mail", { rows: sshHost("10.0.1.4") }));
  expect([ask("web"), ask("mail")]).toEqual([1, 0]);
  estate.remove("agt_web");
  expect(estate.search(asking("alice@web", "root on db-1")).ends.from.missing).toBe(
    "no host called web has answered",
  );
  expect([...estate.hosts().keys()].sort()).toEqual(["agt_db-1", "agt_mail"]);
});

test("each hop has the time and source of its host's facts", () => {
  const estate = estateOf({ "web-1": { rows: { sudo_root: [{ from: "alice", to: "root" }] } } });
  const cached = {
    rows: { sudo_root: [{ from: "alice", to: "root" }] },
    source: "cached" as const,
    collectedAt: "2026-11-19T00:00:00.000Z",
  };
  estate.replace(hostFacts("web-1", cached));
  const { paths } = estate.search(asking("alice@web-1", "root on web-1"));
  expect(paths[0]!.hops[0]).toMatchObject({
    source: "cached",
    collectedAt: "2026-11-19T00:00:00.000Z",
  });
  expect(estate.hosts().get("agt_web-1")).toMatchObject({ source: "cached" });
});

test("many replacements leak no nodes or edges", () => {
  const estate = estateOf({ "web-1": secret("db-1"), "db-1": db() });
  for (let round = 0; round < 100; round++) {
    estate.replace(hostFacts("db-1", db(`10.0.2.${round % 250}`)));
    estate.replace(hostFacts("web-1", secret(`10.0.2.${round % 250}`)));
    if (round % 7 === 0) estate.remove("agt_db-1");
    if (round % 7 === 0) estate.replace(hostFacts("db-1", db(`10.0.2.${round % 250}`)));
  }
  expect(estate.search(asking("alice@web-1", "root on db-1")).paths).toHaveLength(1);
  estate.remove("agt_web-1");
  estate.remove("agt_db-1");
  expect(estate.hosts().size).toBe(0);
  expect(estate.search(asking("internet", { kind: "any" })).paths).toEqual([]);
});

test("an unchanged answer only updates dates, whatever connections have passed", () => {
  const firewall = (packets: number) => ({
    backend: "nft",
    family: "inet",
    table_name: "filter",
    chain: "input",
    hook: "input",
    policy: "drop",
    action: "accept",
    rule: `counter packets ${packets} bytes 0 accept`,
  });
  const flow = (local_port: number) => ({
    local_address: "10.0.1.5",
    local_port,
    remote_address: "10.0.9.9",
    remote_port: 443,
  });
  const web = (packets: number, local_port: number, hour: number) =>
    hostFacts("web-1", {
      rows: sshHost("10.0.1.5", {
        sudo_root: [{ from: "alice", to: "root" }],
        inbound_filters: [firewall(packets)],
        flows: [flow(local_port)],
      }),
      collectedAt: `2026-11-20T${hour}:00:00.000Z`,
    });
  const estate = estateOf({});
  const dateOfWay = () =>
    estate.search(asking("alice@web-1", "root on web-1")).paths[0]?.hops[0]?.collectedAt;
  estate.replace(web(1, 40_001, 10));
  expect(dateOfWay()).toBe("2026-11-20T10:00:00.000Z");
  estate.replace(web(7, 50_002, 11));
  expect(dateOfWay()).toBe("2026-11-20T11:00:00.000Z");
  expect(estate.hosts().get("agt_web-1")?.collectedAt).toBe("2026-11-20T11:00:00.000Z");
});

test("a newly observed connection proves its route", () => {
  const web = (flows: Parameters<typeof sshHost>[1]) => ({
    rows: sshHost("10.0.1.5", { holds_key: [{ from: "alice", to: "SHA256:k" }], ...flows }),
  });
  const estate = estateOf({
    "web-1": web({}),
    "db-1": {
      rows: sshHost("10.0.2.7", {
        inbound_filters: [],
        key_opens: [{ from: "SHA256:k", to: "root", port: 22 }],
      }),
    },
  });
  const states = () =>
    estate.search(asking("alice@web-1", "root on db-1")).paths[0]?.hops.map(({ state }) => state);
  expect(states()).toEqual(["proven", "inferred", "proven"]);
  const seen = { local_address: "10.0.1.5", local_port: 50_001, remote_port: 22 };
  estate.replace(hostFacts("web-1", web({ flows: [{ ...seen, remote_address: "10.0.2.7" }] })));
  expect(states()).toEqual(["proven", "proven", "proven"]);
});
