import { expect, test } from "vitest";
import type { RootPathsRequest } from "../../../../../src/brain/pathfinder/model/types.ts";
import { estateOf, type HostSketch, pathText, sshHost } from "../../../../helpers/estate.ts";

function search(hosts: Record<string, HostSketch>, over: Partial<RootPathsRequest> = {}) {
  const agentIds = new Set(Object.keys(hosts).map((name) => `agt_${name}`));
  const request = { agentIds, limit: 50, maxSteps: 8, timeoutMs: 10_000, ...over };
  const { paths, counts, cutShort } = estateOf(hosts).findRootPaths(request);
  return { texts: paths.map(({ path }) => pathText(path)), paths, counts, cutShort };
}

const root = (from: string, more = {}) => ({ from, to: "root", ...more });
const logins = (...names: string[]) => names.map((username) => ({ username }));

test("each entry and last edge is one path, however many rows make it possible", () => {
  const { texts, paths, counts } = search({
    web: {
      rows: {
        logins: logins("alice", "bob"),
        sudo_root: [root("alice", { command: "vi" }), root("alice", { command: "less" })],
        group_root: [root("alice"), root("bob")],
      },
    },
  });
  expect(texts.map((hops) => hops.join()).sort()).toEqual([
    "GroupRoot alice@web > root@web",
    "GroupRoot bob@web > root@web",
    "SudoRoot alice@web > root@web",
  ]);
  const sudo = paths.find(({ path }) => path.hops[0]?.rule.edge === "SudoRoot");
  expect(sudo?.lastHops.map(({ proof }) => proof.row.at(-1)).sort()).toEqual(["less", "vi"]);
  expect(counts).toEqual({ agt_web: 3 });
});

test("only proven steps count, and root itself is no entry", () => {
  const { texts } = search({
    web: {
      rows: {
        logins: logins("alice", "root"),
        sudo_root: [root("alice", { state: "conditional", why: "a password" })],
        impersonates: [{ from: "root", to: "alice" }],
      },
    },
  });
  expect(texts).toEqual([]);
});

test("a path over several accounts of the host is found from each of them", () => {
  const { texts } = search({
    web: {
      rows: {
        logins: logins("alice", "deploy"),
        reads_login: [{ from: "alice", to: "deploy" }],
        sudo_root: [root("deploy")],
      },
    },
  });
  expect(texts).toEqual([
    ["SudoRoot deploy@web > root@web"],
    ["ReadsLogin alice@web > deploy@web", "SudoRoot deploy@web > root@web"],
  ]);
});

test("a service that gives root to everyone is reached from the internet and from own accounts", () => {
  const listeners = [{ address: "0.0.0.0", port: 2375, protocol: 6, process_name: "dockerd" }];
  const rows = { logins: logins("alice"), listeners };
  const { paths } = search({
    web: { rows: { ...rows, service_open: [{ from: "2375/tcp", to: "root", port: 2375 }] } },
  });
  expect(paths.map(({ path }) => path.hops.at(-1)?.rule.edge)).toContain("ServiceOpen");
  expect(new Set(paths.map(({ lastHops }) => lastHops.length))).toEqual(new Set([1]));
});

test("a key of another host's account is a path to root, if that host is in scope", () => {
  const hosts = {
    web: {
      rows: sshHost("10.0.1.1", {
        logins: logins("alice"),
        holds_key: [{ from: "alice", to: "SHA256:k" }],
      }),
    },
    db: { rows: sshHost("10.0.1.2", { key_opens: [{ from: "SHA256:k", to: "root", port: 22 }] }) },
  };
  expect(search(hosts).texts[0]?.[0]).toBe("HoldsKey alice@web > key SHA256:k");
  expect(search(hosts).counts).toEqual({ agt_db: 1 });
  expect(search(hosts, { agentIds: new Set(["agt_db"]) }).texts).toEqual([]);
});

test("of more paths than wanted the cheapest are explained, and all are counted", () => {
  const names = Array.from({ length: 9 }, (_, at) => `u${at}`);
  const web = { rows: { logins: logins(...names), sudo_root: names.map((name) => root(name)) } };
  const { texts, counts } = search({ web }, { limit: 4 });
  expect(texts).toHaveLength(4);
  expect(counts).toEqual({ agt_web: 9 });
});

test("a search without time returns what it has", () => {
  const web = { rows: { logins: logins("alice"), sudo_root: [root("alice")] } };
  expect(search({ web }, { timeoutMs: -1 }).cutShort).toBe("time");
});
