import { expect, test } from "vitest";
import { asking, estateOf, sshHost, waysOf } from "../../../../helpers/estate.ts";

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

test("a key held here opens an account there: three hops, each with its own proof", () => {
  const estate = estateOf({ "web-1": web1, "db-1": db1() });
  const { ways, nearest } = estate.search(asking("alice@web-1", "root on db-1"));
  expect(nearest).toBeNull();
  expect(waysOf({ ways } as never)).toEqual([
    [
      "HoldsKey alice@web-1 > key SHA256:k1",
      "Reaches key SHA256:k1 > service 22/tcp on db-1",
      "KeyOpens service 22/tcp on db-1 > postgres@db-1",
      "SudoRoot postgres@db-1 > root@db-1",
    ],
  ]);
  const [held, reached, opened] = ways[0]!.hops;
  expect(held).toMatchObject({ hostname: "web-1", proof: { sql: "SELECT 'holds_key'" } });
  expect(held!.proof.row).toContain("/home/alice/.ssh/id");
  expect(reached).toMatchObject({ hostname: "db-1", proof: { sql: "SELECT 'addresses'" } });
  expect(reached!.proof.row).toEqual(["10.0.1.7", "255.255.255.0", "eth0"]);
  expect(opened).toMatchObject({ hostname: "db-1", state: "proven", agent_id: "agt_db-1" });
});
