import { expect, test } from "vitest";
import type { PathEnd, PathMode } from "../../../../../src/contract/reading.ts";
import { asking, endOf, estateOf, sshHost } from "../../../../helpers/estate.ts";

const people = (...names: string[]) => ({
  logins: [...names, "root"].map((username) => ({ username, usable: 1 })),
});

const estate = estateOf({
  "web-1.example.org": {
    tags: { env: "prod", role: "web" },
    rows: sshHost("10.0.1.5", {
      ...people("alice", "bob"),
      members: [
        { username: "bob", groupname: "docker" },
        { username: "carol", groupname: "docker" },
      ],
      holds_key: [
        { from: "alice", to: "SHA256:k1", comment: "alice@laptop", path: "/k", owner: "alice" },
      ],
    }),
  },
  "web-2.example.org": {
    tags: { env: "prod", role: "web" },
    rows: sshHost("10.0.1.6", people("alice")),
  },
  "db-1": {
    tags: { env: "prod", role: "db" },
    criticality: "critical",
    rows: {
      ...sshHost("10.0.1.7", people("postgres")),
      container_escape: [{ from: "builder", to: "root" }],
      runs_as: [{ from: "5432/tcp", to: "postgres", port: 5432, state: "inferred", why: "a flaw" }],
      listeners: [
        { address: "0.0.0.0", port: 5432, protocol: 6, process_name: "postgres" },
        { address: "127.0.0.1", port: 6379, protocol: 6, process_name: "redis-server" },
      ],
    },
  },
  "win-1": {
    os: "windows",
    rows: {
      ...people("dave"),
      logins: [{ username: "dave" }, { username: "Administrator" }, { username: "adm-erin" }],
      members: [{ username: "adm-erin", groupname: "Administrators" }],
    },
  },
});

const resolve = (from: PathEnd, to: PathEnd, mode: PathMode = "find") =>
  estate.search(asking(from, to, { mode })).ends;

const target = endOf("root on db-1");

test.each<[string, PathEnd, number, string]>([
  ["a short name", { kind: "host", name: "WEB-1", priv: "root" }, 1, "root on web-1.example.org"],
  [
    "a wildcard",
    { kind: "host", name: "web-*", priv: "root" },
    2,
    "root on web-1.example.org, web-2.example.org",
  ],
  ["ordinary accounts", { kind: "host", name: "web-1", priv: "any" }, 2, "web-1.example.org"],
  ["tags", { kind: "host", tags: { role: "web" }, priv: "root" }, 2, "root on hosts with role=web"],
  [
    "an operating system",
    { kind: "host", tags: { os: "windows" }, priv: "user" },
    1,
    "an account on hosts with os=windows",
  ],
  ["admins of Windows", { kind: "host", name: "win-1", priv: "admin" }, 2, "root on win-1"],
  ["an account there", { kind: "host", name: "web-1", user: "bob" }, 1, "bob on web-1.example.org"],
  ["an account anywhere", { kind: "user", name: "alice" }, 2, "alice on any host"],
  [
    "an account with its host",
    { kind: "user", name: "alice@web-2" },
    1,
    "alice on web-2.example.org",
  ],
  [
    "an account of a host",
    { kind: "user", name: "alice", host: "web-2" },
    1,
    "alice on web-2.example.org",
  ],
  [
    "a Windows name in other letters",
    { kind: "user", name: "DAVE", host: "win-1" },
    1,
    "DAVE on win-1",
  ],
  ["root", { kind: "user", name: "root" }, 3, "root on any host"],
  ["members that there are", { kind: "group", name: "docker" }, 1, "members of docker on any host"],
  ["a key's fingerprint", { kind: "key", name: "SHA256:k1" }, 1, "key SHA256:k1"],
  ["a fingerprint without its kind", { kind: "key", name: "k1" }, 1, "key k1"],
  ["a key's comment", { kind: "key", name: "alice@laptop" }, 1, "key alice@laptop"],
  ["an account's own key", { kind: "key", user: "alice" }, 1, "the key of alice"],
  ["a service and its account", { kind: "service", name: "postgresql" }, 2, "service postgresql"],
  ["a port", { kind: "service", name: "5432", host: "db-1" }, 2, "service 5432 on db-1"],
  ["a container", { kind: "container", name: "builder" }, 1, "container builder"],
  ["the internet", { kind: "internet" }, 1, "the internet"],
  ["anybody", { kind: "any" }, 6, "anywhere"],
])("%s", (_, end, nodes, text) => {
  expect(resolve(end, target).from).toMatchObject({ nodes, text, missing: null });
});

test.each<[PathEnd, string]>([
  [{ kind: "host", name: "web-9" }, "no host called web-9 has answered"],
  [{ kind: "host", tags: { role: "dc" } }, "no host with role=dc has answered"],
  [{ kind: "user", name: "zoe" }, "no account called zoe is known on any host"],
  [
    { kind: "host", name: "web-1", user: "postgres" },
    "no account called postgres is known on web-1.example.org",
  ],
  [{ kind: "group", name: "lxd" }, "no member of a group lxd is known on any host"],
  [{ kind: "key", name: "SHA256:none" }, "no key SHA256:none is known"],
  [{ kind: "key", user: "bob" }, "no key of bob is known"],
  [{ kind: "service", name: "redis-server" }, "no service redis-server is known"],
  [{ kind: "file", name: "/etc/shadow" }, "paths to or from a file are not supported"],
  [{ kind: "credential", name: "aws" }, "no credential aws is known"],
  [{ kind: "network", name: "10.0.0.0/8" }, "no network 10.0.0.0/8 is known"],
])("an unknown end is reported as missing: %j", (end, missing) => {
  const outcome = estate.search(asking(end, target));
  expect(outcome.ends.from.missing).toBe(missing);
  expect(outcome.paths).toEqual([]);
});

test("whoever controls a host has all of its accounts", () => {
  const web: PathEnd = { kind: "host", name: "web-1", priv: "any" };
  expect(resolve(web, { kind: "any" }, "reach").from.nodes).toBe(3);
  expect(resolve(web, target).from.nodes).toBe(2);
  expect(resolve({ kind: "any" }, web).to.nodes).toBe(3);
});

test("the default target is root on critical hosts, or on every host", () => {
  expect(resolve({ kind: "internet" }, { kind: "any" }).to).toMatchObject({
    nodes: 1,
    text: "root on hosts of critical policies (db-1)",
  });
  const plain = estateOf({ "web-1": {}, "web-2": {} });
  expect(plain.search(asking("internet", "any")).ends.to).toMatchObject({
    nodes: 2,
    text: "root on any host (no policy marks one as critical)",
  });
});

test("hosts out of scope don't match", () => {
  const agentIds = new Set(["agt_db-1"]);
  const outcome = estate.search(asking("alice@web-1", target, { agentIds }));
  expect(outcome.ends.from.missing).toBe("no host called web-1 has answered");
});
