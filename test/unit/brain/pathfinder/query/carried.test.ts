import { expect, test } from "vitest";
import type { Path } from "../../../../../src/brain/pathfinder/model/types.ts";
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
const host = (address: string, rows: Rows): HostSketch => ({ rows: sshHost(address, rows) });

/** db-1 takes the key of alice on web-1, but only from jump-1, where she can go with another. */
const sketch = (more: { web?: Rows; jump?: Rows; db?: Rows; app?: Rows } = {}) => ({
  "web-1": host("10.0.1.5", {
    holds_key: [holds("alice", "db-key"), holds("alice", "jump-key")],
    ...more.web,
  }),
  "app-1": host("10.0.1.8", more.app ?? {}),
  "jump-1": host("10.0.1.6", { key_opens: [opens("jump-key", "guest")], ...more.jump }),
  "db-1": host("10.0.1.7", {
    key_opens: [opens("db-key", "postgres", { admits: "10.0.1.6" })],
    sudo_root: [{ from: "postgres", to: "root" }],
    ...more.db,
  }),
});

test("a key that was read on one host is used from another that is reached later", () => {
  const estate = estateOf(sketch());
  const outcome = estate.search(asking("alice@web-1", "root on db-1"));
  expect(pathsOf(outcome)).toEqual([
    [
      "HoldsKey alice@web-1 > key jump-key",
      "Reaches key jump-key > service 22/tcp on jump-1",
      "KeyOpens service 22/tcp on jump-1 > guest@jump-1",
      "HoldsKey alice@web-1 > key db-key",
      "Reaches guest@jump-1 > service 22/tcp on db-1",
      "KeyOpens service 22/tcp on db-1 > postgres@db-1",
      "SudoRoot postgres@db-1 > root@db-1",
    ],
  ]);
  expect(outcome.paths[0]!.hops.every(({ state }) => state === "proven")).toBe(true);
});

test("the way to who read it comes first if the path doesn't lead over them", () => {
  const estate = estateOf(
    sketch({
      web: { holds_key: [holds("alice", "jump-key"), holds("alice", "app-key")] },
      app: { key_opens: [opens("app-key", "deploy")], holds_key: [holds("deploy", "db-key")] },
    }),
  );
  const [path] = estate.search(asking("alice@web-1", "root on db-1")).paths;
  expect(path!.hops.filter(({ to }) => to.type === "user").map(({ to }) => to.label)).toEqual([
    "guest@jump-1",
    "deploy@app-1",
    "postgres@db-1",
    "root@db-1",
  ]);
  expect(path!.hops.filter(({ state }) => state !== "proven").map(hopText)).toEqual([]);
});

test("what is carried opens what holds more", () => {
  const estate = estateOf({
    ...sketch({
      db: {
        key_opens: [opens("db-key", "postgres", { admits: "10.0.1.6" })],
        holds_key: [holds("postgres", "safe-key")],
      },
    }),
    "safe-1": host("10.0.1.9", { key_opens: [opens("safe-key", "root", { admits: "10.0.1.5" })] }),
  });
  const [path] = estate.search(asking("alice@web-1", "root on safe-1")).paths;
  expect(path!.hops.slice(-3).map(hopText)).toEqual([
    "HoldsKey postgres@db-1 > key safe-key",
    "Reaches alice@web-1 > service 22/tcp on safe-1",
    "KeyOpens service 22/tcp on safe-1 > root@safe-1",
  ]);
});

test("nobody holds what two accounts can read", () => {
  const estate = estateOf(
    sketch({ web: { holds_key: [holds("alice", "db-key"), holds("bob", "jump-key")] } }),
  );
  const { paths } = estate.search(asking({ kind: "user", host: "web-1" }, "root on db-1"));
  expect(paths).toEqual([]);
  const { reached } = estate.search(
    asking({ kind: "user", host: "web-1" }, { kind: "user" }, { mode: "reach" }),
  );
  expect(reached!.map(({ node }) => node.label)).not.toContain("postgres@db-1");
});

test("reach and inbound questions know of it", () => {
  const estate = estateOf(sketch());
  const labels = (from: string, to: unknown, mode: "reach" | "inbound") =>
    estate
      .search(asking(from as never, to as never, { mode }))
      .reached!.map(({ node }) => node.label);
  expect(labels("alice@web-1", { kind: "user" }, "reach").sort()).toEqual([
    "guest@jump-1",
    "postgres@db-1",
    "root@db-1",
  ]);
  expect(labels("any", "root on db-1", "inbound")).toContain("alice@web-1");
});

test("steps over everything that is needed count against the limit", () => {
  const estate = estateOf(sketch());
  const within = (max_hops: number) =>
    estate.search(asking("alice@web-1", "root on db-1", { max_hops })).paths.length;
  expect([within(2), within(3)]).toEqual([0, 1]);
});

test("repairs cut carried paths too", () => {
  const estate = estateOf(sketch());
  const { fixes } = estate.search(asking("alice@web-1", "root on db-1", { mode: "choke_point" }));
  expect(fixes!.map(({ text }) => text)).toEqual(["Repair SudoRoot of postgres@db-1 on db-1."]);
});

test("a certificate that names addresses is only carried to hosts that have them", () => {
  const certificate = (admits: string) => ({
    from: "alice",
    to: "ca",
    path: "/home/alice/.ssh/id-cert.pub",
    principals: "postgres",
    admits,
  });
  const found = (admits: string) =>
    estateOf(
      sketch({
        web: { holds_certificate: [certificate(admits)], holds_key: [holds("alice", "jump-key")] },
        db: {
          cert_opens: [
            { from: "ca", to: "postgres", port: 22, principals: "postgres", admits: "10.0.1.6" },
          ],
          sudo_root: [{ from: "postgres", to: "root" }],
        },
      }),
    ).search(asking("alice@web-1", "root on db-1")).paths.length;
  expect([found(""), found("10.0.1.0/24"), found("10.0.1.5")]).toEqual([1, 1, 0]);
});

/** A password of alice's that may open db-1 from anywhere: an uncertain path beside the others. */
const guess = {
  ...{ from: "alice", to: "postgres", to_host: "db-1" },
  ...{ state: "conditional", why: "a password that may be used twice" },
};
const isCertain = ({ hops }: Path) => hops.every(({ state }) => state === "proven");

test("beside an uncertain path, one is found that is certain with what is carried", () => {
  const app = { key_opens: [opens("app-key", "deploy")], holds_key: [holds("deploy", "db-key")] };
  const keys = (...names: string[]) => names.map((name) => holds("alice", name));
  type From = Parameters<typeof asking>[0];
  const search = (
    more: Parameters<typeof sketch>[0],
    { from = "alice@web-1", maxSteps = 12 }: { from?: From; maxSteps?: number } = {},
  ) => estateOf(sketch(more)).search(asking(from, "root on db-1", { maxSteps })).paths;
  const [certain, uncertain] = search({
    web: { reads_login: [guess], holds_key: keys("jump-key", "app-key") },
    app,
  });
  expect(certain!.hops.filter(({ to }) => to.type === "user").map(({ to }) => to.label)).toEqual([
    "guest@jump-1",
    "deploy@app-1",
    "postgres@db-1",
    "root@db-1",
  ]);
  expect([isCertain(certain!), isCertain(uncertain!)]).toEqual([true, false]);
  const web = { reads_login: [guess], holds_key: [...keys("db-key"), holds("bob", "jump-key")] };
  expect(search({ web }, { from: { kind: "user", host: "web-1" } }).filter(isCertain)).toEqual([]);
  const both = { reads_login: [guess], holds_key: keys("jump-key", "db-key") };
  expect(search({ web: both }, { maxSteps: 2 }).map(isCertain)).toEqual([false]);
  expect(search({ web: both }, { maxSteps: 3 }).map(isCertain)).toEqual([true, false]);
});

test("beside an uncertain path, a certificate is not carried where it isn't valid", () => {
  const search = (admits: string | null) =>
    estateOf(
      sketch({
        web: {
          reads_login: [guess],
          holds_key: [holds("alice", "jump-key")],
          holds_certificate: [{ from: "alice", to: "ca", principals: "postgres", admits }],
        },
        db: {
          cert_opens: [
            { from: "ca", to: "postgres", port: 22, principals: "postgres", admits: "10.0.1.6" },
          ],
        },
      }),
    ).search(asking("alice@web-1", "root on db-1")).paths;
  expect(search(null).some(isCertain)).toBe(true);
  expect(search("10.0.1.5").some(isCertain)).toBe(false);
});

test("of many accounts, the one is found that has a certain path with what is carried", () => {
  const others = Array.from({ length: 40 }, (_, at) => ({ username: `guest${at}` }));
  const web = {
    reads_login: [guess],
    holds_key: [holds("zoe", "db-key"), holds("zoe", "jump-key")],
    logins: [...others, { username: "zoe" }, { username: "alice" }],
  };
  const question = asking({ kind: "user", host: "web-1" }, "root on db-1", { maxSteps: 12 });
  const { paths, cutShort } = estateOf(sketch({ web })).search(question);
  expect(paths.filter(isCertain).map(({ from }) => from.label)).toEqual(["zoe@web-1"]);
  expect(cutShort).toBeNull();
});
