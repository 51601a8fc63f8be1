import { fingerprintOf } from "../machine/ssh-keys.ts";
import { clusterLabel, shopCluster } from "../roles/kubernetes.ts";
import { saltLink } from "../roles/salt.ts";
import { hostKeyOf } from "../roles/ssh-server.ts";
import { hostOf, type PlantedChain, type Step, step } from "./answer.ts";

/** The two steps over what an account holds, such as a credential, and an account of another host. */
function over(
  [first, second]: [string, string],
  { from, by, to }: { from: string; by: string; to: string },
): Step[] {
  const held = `credential ${by}`;
  return [
    { edge: first, from, to: held, host: hostOf(from) },
    { edge: second, from: held, to, host: hostOf(to) },
  ];
}

/** The three steps of a use over the network of what an account holds. */
function overNetwork(
  [first, second]: [string, string],
  { from, by, to }: { from: string; by: string; to: string },
): Step[] {
  const host = hostOf(to.replace(" on ", "@"));
  const service = `service 22/tcp on ${host}`;
  return [
    { edge: first, from, to: by, host: hostOf(from) },
    { edge: "Reaches", from: by, to: service, host },
    { edge: second, from: service, to, host },
  ];
}

const pressKey = `key ${fingerprintOf("webpress@files-1")}`;
const relay = "relay proxy on bastion-1";

/** Chains over what connects hosts: a relay, open sessions, clusters, and tools that manage others. */
export const platformChains = (): PlantedChain[] => [
  {
    name: "the publisher's key also opens a login on the bastion that forwards connections",
    from: "webpress@files-1",
    to: "root@web-2",
    hops: [
      ...overNetwork(["HoldsKey", "KeyForwards"], {
        from: "webpress@files-1",
        by: pressKey,
        to: relay,
      }),
      { edge: "HoldsKey", from: "webpress@files-1", to: pressKey, host: "files-1" },
      { edge: "Reaches", from: relay, to: "service 22/tcp on web-2", host: "web-2" },
      { edge: "KeyOpens", from: "service 22/tcp on web-2", to: "webpress@web-2", host: "web-2" },
      step("SudoRoot", "webpress@web-2", "root@web-2"),
    ],
    status: "confirmed",
    questions: [
      "Can webpress on files-1 get to root on web-2?",
      "how could webpress on files-1 become root on web-2",
      "path from webpress@files-1 to root@web-2",
    ],
  },
  {
    name: "an administrator of the cluster is root on its nodes",
    from: "helm@ci-1",
    to: "root@docker-1",
    hops: over(["HoldsCluster", "ClusterNode"], {
      ...{ from: "helm@ci-1", by: clusterLabel(shopCluster), to: "root@docker-1" },
    }),
    status: "confirmed",
    questions: [
      "Can helm on ci-1 get to root on docker-1?",
      "how could helm on ci-1 become root on docker-1",
      "path from helm@ci-1 to root@docker-1",
    ],
  },
  {
    name: "a connection to a front end stays open for later sessions",
    from: "rollout@jump-1",
    to: "root@web-2",
    hops: [
      ...over(["HoldsSession", "SessionOpens"], {
        from: "rollout@jump-1",
        by: "ssh 10.20.0.5:40022 to 10.20.1.12:22",
        to: "rollout@web-2",
      }),
      step("SudoRoot", "rollout@web-2", "root@web-2"),
    ],
    status: "confirmed",
    questions: [
      "Can rollout on jump-1 get to root on web-2?",
      "how could rollout on jump-1 become root on web-2",
      "path from rollout@jump-1 to root@web-2",
    ],
  },
  {
    name: "the VPN gateway believes the bastion who its accounts are",
    from: "edge@bastion-1",
    to: "root@vpn-1",
    hops: [
      ...overNetwork(["HoldsHostKey", "HostKeyOpens"], {
        from: "edge@bastion-1",
        by: `key ${fingerprintOf(hostKeyOf("bastion-1"))} as edge`,
        to: "edge@vpn-1",
      }),
      step("SudoRoot", "edge@vpn-1", "root@vpn-1"),
    ],
    status: "confirmed",
    questions: [
      "Can edge on bastion-1 get to root on vpn-1?",
      "how could edge on bastion-1 become root on vpn-1",
      "path from edge@bastion-1 to root@vpn-1",
    ],
  },
  {
    name: "who sends commands by Salt is root where they run",
    from: "saltops@monitor-1",
    to: "root@log-1",
    hops: over(["CommandsMinion", "ObeysMaster"], {
      ...{ from: "saltops@monitor-1", by: saltLink("monitor-1", "log-1"), to: "root@log-1" },
    }),
    status: "unconfirmed",
    questions: [
      "Can saltops on monitor-1 get to root on log-1?",
      "how could saltops on monitor-1 become root on log-1",
      "path from saltops@monitor-1 to root@log-1",
    ],
  },
  {
    name: "root of a client writes to a home of the file server",
    from: "root@analytics-1",
    to: "webpress@files-1",
    hops: overNetwork(["MountsHomes", "NfsHomeOpens"], {
      from: "root@analytics-1",
      by: "credential nfs 10.20.3.41:/srv/homes",
      to: "webpress@files-1",
    }),
    status: "unconfirmed",
    questions: [
      "Can root on analytics-1 become webpress on files-1?",
      "how could root@analytics-1 get to webpress@files-1",
      "path from root@analytics-1 to webpress@files-1",
    ],
  },
];
