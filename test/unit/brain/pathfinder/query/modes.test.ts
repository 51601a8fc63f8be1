import { expect, test } from "vitest";
import type { PathOutcome } from "../../../../../src/brain/pathfinder/model/types.ts";
import { asking, estateOf, type HostSketch, sshHost } from "../../../../helpers/estate.ts";

const people = (...names: string[]) => ({
  logins: [...names, "root"].map((username) => ({ username })),
});
const root = (...names: string[]) =>
  names.map((from) => ({ from, to: "root", command: "/bin/sh" }));

/**
 * alice@web-1 holds k1, which opens deploy on app-1 and app-2; both hold k2, which opens postgres
 * on db-1. bob@web-1 is root there by docker.
 */
const hosts: Record<string, HostSketch> = {
  "web-1": {
    rows: sshHost("10.0.1.1", {
      ...people("alice", "bob"),
      holds_key: [{ from: "alice", to: "SHA256:k1" }],
      group_root: [{ from: "bob", to: "root", groupname: "docker" }],
      impersonates: [
        { from: "root", to: "alice" },
        { from: "root", to: "bob" },
      ],
    }),
  },
  "app-1": app("10.0.1.2"),
  "app-2": app("10.0.1.3"),
  "db-1": {
    criticality: "critical",
    rows: sshHost("10.0.1.4", {
      ...people("postgres"),
      key_opens: [{ from: "SHA256:k2", to: "postgres", port: 22, fix: "k2" }],
      sudo_root: root("postgres"),
    }),
  },
};

function app(address: string): HostSketch {
  const rows = {
    ...people("deploy"),
    key_opens: [{ from: "SHA256:k1", to: "deploy", port: 22 }],
    holds_key: [{ from: "deploy", to: "SHA256:k2" }],
  };
  return { rows: sshHost(address, rows) };
}

const estate = estateOf(hosts);
const ask = (...question: Parameters<typeof asking>) => estate.search(asking(...question));
/** The accounts that each path passes. */
const passed = ({ paths }: Pick<PathOutcome, "paths">) =>
  paths.map(({ from, hops }) =>
    [from, ...hops.map(({ to }) => to)]
      .filter(({ type }) => type === "user" || type === "internet")
      .map(({ label }) => label)
      .join(" > "),
  );

const viaApp1 = "alice@web-1 > deploy@app-1 > postgres@db-1 > root@db-1";
const viaApp2 = "alice@web-1 > deploy@app-2 > postgres@db-1 > root@db-1";

test("find: every path, up to the requested number", () => {
  expect(passed(ask("alice@web-1", "root on db-1")).sort()).toEqual([viaApp1, viaApp2]);
  expect(ask("alice@web-1", "root on db-1", { k: 1 }).paths).toHaveLength(1);
});

test("exists: no path where there is none", () => {
  const outcome = ask("postgres@db-1", "root on web-1", { mode: "exists" });
  expect(outcome).toMatchObject({ paths: [], nearest: null, cutShort: null });
});

test("shortest: one path", () => {
  expect(ask("alice@web-1", "root on db-1", { mode: "shortest" }).paths).toHaveLength(1);
});

test("all and count: the number of paths", () => {
  for (const mode of ["all", "count"] as const)
    expect(ask("alice@web-1", "root on db-1", { mode }).count).toBe(2);
  expect(ask("postgres@db-1", "root on web-1", { mode: "count" }).count).toBe(0);
});

test("paths start at a host's root only if none start at its accounts", () => {
  expect(
    passed(ask("any on web-1", "root on db-1")).every((path) => path.startsWith("alice")),
  ).toBe(true);
  const onlyRoot = estateOf({
    ...hosts,
    "web-1": { rows: { ...hosts["web-1"]!.rows, ...people("bob"), group_root: [] } },
  });
  const outcome = onlyRoot.search(asking("any on web-1", "root on db-1"));
  expect(passed(outcome)[0]).toMatch(/^root@web-1 > alice@web-1 > deploy@app-. > postgres@db-1/);
});

test("reach: everything that can be reached, paths to root first", () => {
  const outcome = ask("alice@web-1", "any", { mode: "reach" });
  const labels = outcome.reached!.map(({ node, hops }) => `${node.label} ${hops}`);
  expect(labels).toEqual(
    expect.arrayContaining(["deploy@app-1 1", "deploy@app-2 1", "postgres@db-1 2", "root@db-1 3"]),
  );
  expect(labels.some((label) => label.startsWith("bob"))).toBe(false);
  expect(outcome.paths[0]!.to.label).toBe("root@db-1");
});

test("reach: only accounts or only hosts, if the question asks for them", () => {
  const users = ask("alice@web-1", { kind: "user" }, { mode: "reach" });
  expect(new Set(users.reached!.map(({ node }) => node.type))).toEqual(new Set(["user"]));
  const others = ask("alice@web-1", { kind: "host" }, { mode: "reach" });
  expect(others.reached!.map(({ node }) => node.label).sort()).toEqual(["app-1", "app-2", "db-1"]);
  const fromHost = ask("root on web-1", { kind: "host" }, { mode: "reach" });
  expect(fromHost.reached!.map(({ node }) => node.label).sort()).toEqual([
    "app-1",
    "app-2",
    "db-1",
  ]);
});

test("max_hops limits steps between accounts", () => {
  const next = ask("alice@web-1", { kind: "user" }, { mode: "reach", max_hops: 1 });
  expect(next.reached!.map(({ node }) => node.label).sort()).toEqual([
    "deploy@app-1",
    "deploy@app-2",
  ]);
  expect(ask("alice@web-1", "root on db-1", { max_hops: 2 }).paths).toEqual([]);
  expect(ask("alice@web-1", "root on db-1", { max_hops: 3 }).paths).toHaveLength(2);
});

test("inbound: everyone who can get there", () => {
  const { reached, paths } = ask("any", "root on db-1", { mode: "inbound" });
  expect(reached!.map(({ node }) => node.label)).toEqual(
    expect.arrayContaining([
      "postgres@db-1",
      "deploy@app-1",
      "alice@web-1",
      "bob@web-1",
      "root@web-1",
    ]),
  );
  expect(reached!.some(({ node }) => node.type === "internet")).toBe(false);
  expect(paths[0]!.from.label).toBe("postgres@db-1");
});

test("choke_point: the fewest repairs, described", () => {
  const { fixes, paths } = ask("alice@web-1", "root on db-1", { mode: "choke_point" });
  expect(paths).toHaveLength(2);
  expect(fixes).toHaveLength(1);
  expect(fixes![0]!.text).toMatch(
    /^Repair (SudoRoot of postgres@db-1|KeyOpens of key SHA256:k2) on db-1[.]$/,
  );
  expect(fixes![0]!.hops[0]!.hostname).toBe("db-1");
});

/** alice becomes root by sudo, and with her password by docker. */
const provenAndNot = estateOf({
  "web-1": {
    rows: {
      ...people("alice", "bob"),
      sudo_root: [{ from: "alice", to: "root" }],
      group_root: ["alice", "bob"].map((from) => ({
        from,
        to: "root",
        state: "conditional",
        why: "the account's password",
      })),
    },
  },
});

test("choke_point: only proven paths are cut, if there are any", () => {
  const fixesOf = (from: string) =>
    provenAndNot.search(asking(from, "root on web-1", { mode: "choke_point" }));
  const ofAlice = fixesOf("alice@web-1");
  expect([ofAlice.fixesFor, ofAlice.paths.length]).toEqual(["proven", 1]);
  expect(ofAlice.fixes!.map(({ text }) => text)).toEqual([
    "Repair SudoRoot of alice@web-1 on web-1.",
  ]);
  const ofBob = fixesOf("bob@web-1");
  expect([ofBob.fixesFor, ofBob.fixes!.length]).toEqual(["all", 1]);
});

test("choke_point: repairs that cut most of the reported paths come first", () => {
  const { fixes } = estate.search(
    asking(
      { kind: "user", host: "web-1" },
      { kind: "host", name: "*", priv: "root" },
      { mode: "choke_point" },
    ),
  );
  expect(fixes!.map(({ hops }) => hops[0]!.hostname)).toEqual(["db-1", "web-1"]);
});

test("choke_point: null if nothing can be repaired", () => {
  const outcome = ask("root@web-1", "alice@web-1", { mode: "choke_point" });
  expect(outcome.paths).toHaveLength(1);
  expect(outcome.fixes).toBeNull();
});

test.each<[string[], string[]]>([
  [["app-1"], [viaApp2]],
  [["host:app-1"], [viaApp2]],
  [["deploy@app-2"], [viaApp1]],
  [["deploy"], []],
  [["user:postgres"], []],
  [["key:SHA256:k2"], []],
  [["sudo"], []],
  [["SudoRoot"], []],
  [["ssh"], []],
  [["app-1", "app-2"], []],
])("what_if: without %j", (avoid, expected) => {
  const outcome = ask("alice@web-1", "root on db-1", { mode: "what_if", avoid });
  expect(passed(outcome)).toEqual(expected);
  expect(outcome.before).toHaveLength(2);
  expect(outcome.unknownNames).toEqual([]);
});

test("what_if: without the group that makes bob root", () => {
  const whatIf = (...avoid: string[]) =>
    ask("bob@web-1", "root on web-1", { mode: "what_if", avoid });
  expect(whatIf("group:docker")).toMatchObject({
    paths: [],
    unknownNames: [],
    before: [{ hops: [{}] }],
  });
  expect(whatIf("docker").paths).toEqual([]);
  expect(whatIf("group:wheel")).toMatchObject({ unknownNames: ["group:wheel"], paths: [] });
});

test("what_if: everyday words take out the edges that are about them", () => {
  const estate = estateOf({
    "web-1": {
      rows: {
        group_root: [{ from: "bob", to: "root", service: "docker" }],
        writes_user_job: [
          { from: "bob", to: "etl", source: "/etc/cron.d/etl" },
          { from: "bob", to: "app", source: "/etc/systemd/system/app.service" },
        ],
        sudo_root: [
          { from: "alice", to: "root", state: "conditional", why: "alice's password" },
          { from: "etl", to: "root" },
          { from: "app", to: "root" },
        ],
      },
    },
  });
  const left = (user: string, avoid: string) =>
    estate.search(asking(`${user}@web-1`, "root on web-1", { mode: "what_if", avoid: [avoid] }))
      .paths.length;
  const words = ["docker", "cron", "systemd", "sudo", "passwords"];
  expect(words.map((word) => left("bob", word))).toEqual([2, 2, 2, 1, 3]);
  expect(words.map((word) => left("alice", word))).toEqual([1, 1, 1, 0, 0]);
});

test("what_if: a tag's value stands for the hosts that have it", () => {
  const estate = estateOf({
    "web-1": { tags: { role: "bastion" }, rows: { sudo_root: [{ from: "alice", to: "root" }] } },
  });
  const found = (avoid: string) =>
    estate.search(asking("alice@web-1", "root on web-1", { mode: "what_if", avoid: [avoid] }));
  expect(found("bastion")).toMatchObject({ paths: [], unknownNames: [] });
  expect(found("gateway")).toMatchObject({ unknownNames: ["gateway"] });
});

test("what_if: what is left was there before", () => {
  const { before, paths } = ask("alice@web-1", "root on db-1", {
    mode: "what_if",
    avoid: ["app-2"],
  });
  expect(before!.length).toBeGreaterThanOrEqual(paths.length);
});

test("what_if: a compromised host is answered with its reach", () => {
  const outcome = ask("any on web-1", "any", { mode: "what_if" });
  expect(outcome.reached!.map(({ node }) => node.label)).toContain("root@db-1");
});

test("via: only paths over the named parts", () => {
  expect(passed(ask("alice@web-1", "root on db-1", { via: ["app-2"] }))).toEqual([viaApp2]);
  expect(passed(ask("bob@web-1", "root on db-1", { via: ["alice", "app-1"] }))).toEqual([
    "bob@web-1 > root@web-1 > alice@web-1 > deploy@app-1 > postgres@db-1 > root@db-1",
  ]);
  expect(ask("alice@web-1", "root on db-1", { via: ["bob"] }).paths).toEqual([]);
  expect(ask("alice@web-1", "root on db-1", { via: ["sudo"] }).paths).toHaveLength(2);
  expect(ask("alice@web-1", "root on db-1", { via: ["docker"] }).paths).toEqual([]);
  expect(ask("alice@web-1", "root on db-1", { via: ["moon-1"] })).toMatchObject({
    paths: [],
    unknownNames: ["moon-1"],
  });
});

test("rank: easiest targets first, with the number of accounts that reach them", () => {
  const { ranking } = ask("any", "any", { mode: "rank" });
  expect(ranking!.map(({ host, accounts }) => `${host.label} ${accounts}`)).toEqual([
    expect.stringMatching(/^(web-1 0|db-1 4)$/),
    expect.stringMatching(/^(web-1 0|db-1 4)$/),
    "app-1 0",
    "app-2 0",
  ]);
  expect(ranking!.map(({ cost }) => cost === null)).toEqual([false, false, true, true]);
});

test("paths use only hosts in scope", () => {
  const agentIds = new Set(["agt_web-1", "agt_db-1", "agt_app-2"]);
  expect(passed(ask("alice@web-1", "root on db-1", { agentIds }))).toEqual([viaApp2]);
});

test("a search that times out returns its results so far, marked as cut short", () => {
  const outcome = ask("alice@web-1", "any", { mode: "reach", timeoutMs: 0 });
  expect(outcome.cutShort === "time" || outcome.reached!.length > 0).toBe(true);
});

test("a key can be the start or the end of a path", () => {
  const held = ask({ kind: "key", name: "SHA256:k2" }, "root on db-1");
  expect(held.paths[0]!.hops.map(({ rule }) => rule.edge)).toEqual(["KeyOpens", "SudoRoot"]);
  expect(held.paths[0]!.hops[0]!.why).toBe("the host that uses the key is not known");
  const found = ask("alice@web-1", { kind: "key", name: "SHA256:k2" });
  expect(found.paths[0]!.to.label).toBe("key SHA256:k2");
});

test("a service can be the end of a path", () => {
  const outcome = ask("alice@web-1", { kind: "service", name: "ssh", host: "db-1" });
  expect(outcome.paths[0]!.hops.map(({ rule }) => rule.edge)).toEqual(["Reaches"]);
});
