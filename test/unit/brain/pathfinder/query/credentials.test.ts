import { expect, test } from "vitest";
import { asking, estateOf, pathsOf, sshHost } from "../../../../helpers/estate.ts";

const cluster = "Kubernetes cluster 3f9a1c55d0e2b7a4";

test("who administers a cluster is root on its nodes, and on no others", () => {
  const estate = estateOf({
    "control-1": {
      rows: sshHost("10.0.1.5", {
        holds_cluster: [
          { from: "alice", to: cluster, path: "/etc/kubernetes/admin.conf" },
          {
            from: "bob",
            to: cluster,
            state: "inferred",
            why: "what the cluster allows bob is not known",
          },
        ],
      }),
    },
    "node-1": {
      rows: sshHost("10.0.1.6", { cluster_node: [{ from: cluster, to: "root", path: "k" }] }),
    },
    "node-2": {
      rows: sshHost("10.0.1.7", {
        cluster_node: [{ from: "Kubernetes cluster 0", to: "root", path: "k" }],
      }),
    },
  });
  const of = (from: string, to: string) => estate.search(asking(from, to)).paths;
  expect(pathsOf(estate.search(asking("alice@control-1", "root on node-1")))).toEqual([
    [
      `HoldsCluster alice@control-1 > credential ${cluster}`,
      `ClusterNode credential ${cluster} > root@node-1`,
    ],
  ]);
  expect(of("alice@control-1", "root on node-1")[0]!.hops.map(({ state }) => state)).toEqual([
    "proven",
    "proven",
  ]);
  expect(of("bob@control-1", "root on node-1")[0]!.hops.map(({ state }) => state)).toEqual([
    "inferred",
    "proven",
  ]);
  expect(of("alice@control-1", "root on node-2")).toEqual([]);
});

test("a credential that opens nothing known is among what is reached", () => {
  const role = "AWS instance profile 1:instance-profile/web";
  const estate = estateOf({
    "web-1": { rows: sshHost("10.0.1.5", { holds_role: [{ from: "alice", to: role }] }) },
  });
  const { reached } = estate.search(asking("alice@web-1", { kind: "any" }, { mode: "reach" }));
  expect(reached!.map(({ node }) => node.label)).toContain(`credential ${role}`);
});
