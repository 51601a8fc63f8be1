import { expect, test } from "vitest";
import {
  asking,
  estateOf,
  type HostSketch,
  hopText,
  pathsOf,
  sshHost,
} from "../../../../helpers/estate.ts";

type Rows = NonNullable<HostSketch["rows"]>;
const holds = (from: string, to: string) => ({ from, to, path: `/home/${from}/.ssh/id` });
const opens = (from: string, to: string, more = {}) => ({ from, to, port: 22, ...more });
const forwards = (more = {}) => ({ ...opens("jump-key", "tunnel"), account: "tunnel", ...more });
const host = (address: string, rows: Rows): HostSketch => ({ rows: sshHost(address, rows) });

/** db-1 takes keys from jump-1 alone, where alice on web-1 can only forward connections. */
const sketch = (jump: Rows = { key_forwards: [forwards()] }) => ({
  "web-1": host("10.0.1.5", { holds_key: [holds("alice", "jump-key"), holds("alice", "db-key")] }),
  "jump-1": host("10.0.1.6", { sudo_root: [{ from: "tunnel", to: "root" }], ...jump }),
  "db-1": host("10.0.1.7", { key_opens: [opens("db-key", "postgres", { admits: "10.0.1.6" })] }),
});

test("a login that only forwards connections leads on to other hosts", () => {
  const outcome = estateOf(sketch()).search(asking("alice@web-1", "postgres@db-1"));
  expect(pathsOf(outcome)).toEqual([
    [
      "HoldsKey alice@web-1 > key jump-key",
      "Reaches key jump-key > service 22/tcp on jump-1",
      "KeyForwards service 22/tcp on jump-1 > relay tunnel on jump-1",
      "HoldsKey alice@web-1 > key db-key",
      "Reaches relay tunnel on jump-1 > service 22/tcp on db-1",
      "KeyOpens service 22/tcp on db-1 > postgres@db-1",
    ],
  ]);
  expect(outcome.paths[0]!.hops.filter(({ state }) => state !== "proven").map(hopText)).toEqual([]);
});

test("nothing of the host itself follows from it", () => {
  const estate = estateOf(sketch());
  expect(pathsOf(estate.search(asking("alice@web-1", "root on jump-1")))).toEqual([]);
  expect(pathsOf(estate.search(asking("alice@web-1", "tunnel@jump-1")))).toEqual([]);
});

test("it is not listed among what is reached", () => {
  const { reached } = estateOf(sketch()).search({
    ...asking("alice@web-1", "postgres@db-1"),
    question: {
      from: { kind: "user", user: "alice", host: "web-1" },
      to: { kind: "any" },
      mode: "reach",
    },
  });
  const labels = reached!.map(({ node }) => node.label);
  expect(labels).toContain("postgres@db-1");
  expect(labels).not.toContain("relay tunnel on jump-1");
});

test("what is found without its account is found without it", () => {
  const asked = asking("alice@web-1", "postgres@db-1");
  const question = { ...asked.question, avoid: ["tunnel@jump-1"] };
  expect(pathsOf(estateOf(sketch()).search({ ...asked, question }))).toEqual([]);
});

test("a login that forwards nothing leads nowhere", () => {
  const refused = { key_forwards: [forwards({ state: "refuted", why: "AllowTcpForwarding no" })] };
  const outcome = estateOf(sketch(refused)).search(asking("alice@web-1", "postgres@db-1"));
  expect(pathsOf(outcome)).toEqual([]);
});

const limitedTo = (places: string) => ({
  key_forwards: [forwards({ to: `tunnel to ${places}` })],
});

test("a login that forwards to few places alone leads to those", () => {
  const outcome = estateOf(sketch(limitedTo("10.0.1.9:22,10.0.1.7:*"))).search(
    asking("alice@web-1", "postgres@db-1"),
  );
  expect(pathsOf(outcome)).toEqual([
    [
      "HoldsKey alice@web-1 > key jump-key",
      "Reaches key jump-key > service 22/tcp on jump-1",
      "KeyForwards service 22/tcp on jump-1 > relay tunnel to 10.0.1.9:22,10.0.1.7:* on jump-1",
      "HoldsKey alice@web-1 > key db-key",
      "Reaches relay tunnel to 10.0.1.9:22,10.0.1.7:* on jump-1 > service 22/tcp on db-1",
      "KeyOpens service 22/tcp on db-1 > postgres@db-1",
    ],
  ]);
  expect(outcome.paths[0]!.hops.every(({ state }) => state === "proven")).toBe(true);
});

test.each(["10.0.1.7:2222", "10.0.1.8:22", "127.0.0.1:22", "[fd00::7]:22", "db-1:22", "10.0.1.7"])(
  "it leads to no other place: %s",
  (places) => {
    const estate = estateOf(sketch(limitedTo(places)));
    expect(pathsOf(estate.search(asking("alice@web-1", "postgres@db-1")))).toEqual([]);
  },
);

test("its own host's loopback is one of them", () => {
  const inside = {
    ...sketch(limitedTo("localhost:22")),
    "jump-1": host("10.0.1.6", {
      key_forwards: [forwards({ to: "tunnel to localhost:2222", port: 22 })],
      key_opens: [opens("db-key", "carol", { port: 2222 })],
      listeners: [
        { address: "0.0.0.0", port: 22, protocol: 6 },
        { address: "127.0.0.1", port: 2222, protocol: 6 },
      ],
    }),
  };
  const { paths } = estateOf(inside).search(asking("alice@web-1", "carol@jump-1"));
  expect(paths[0]?.hops.every(({ state }) => state === "proven")).toBe(true);
});
