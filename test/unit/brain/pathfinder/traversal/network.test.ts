import { expect, test } from "vitest";
import { createEstateGraph } from "../../../../../src/brain/pathfinder/model/estate-graph.ts";
import { reachFrom, reachInto } from "../../../../../src/brain/pathfinder/search/find-reachable.ts";
import type { NetworkTerms } from "../../../../../src/brain/pathfinder/traversal/exposures.ts";
import { hubNetwork } from "../../../../../src/brain/pathfinder/traversal/hub-network.ts";
import type { NetworkLayer } from "../../../../../src/brain/pathfinder/traversal/network-layer.ts";
import { pairwiseNetwork } from "../../../../../src/brain/pathfinder/traversal/pairwise-network.ts";
import { createTraversal } from "../../../../../src/brain/pathfinder/traversal/traversal.ts";
import { hostFacts, sketchRules } from "../../../../helpers/estate.ts";
import { walkOverNetwork } from "../../../../helpers/network-walk.ts";

const flow = (local_address: string, local_port: number, remote_address: string) => ({
  local_address,
  local_port,
  remote_address,
  remote_port: 50_000,
});

/** Nine hosts in three subnets, behind no firewall, one that admits a subnet, or on loopback. */
function smallEstate() {
  const estate = createEstateGraph(sketchRules);
  for (let at = 0; at < 9; at++) {
    const subnet = at % 3;
    const restricted = {
      backend: "nft",
      family: "inet",
      table_name: "f",
      chain: "input",
      hook: "input",
      policy: "drop",
      action: "accept",
      src_ip: `10.0.${subnet}.0/24`,
      rule: `ip saddr 10.0.${subnet}.0/24 accept`,
    };
    const outgoing = {
      ...restricted,
      ...{ chain: "output", hook: "output", policy: "accept", action: "drop", src_ip: null },
      ...{ dst_ip: "10.0.1.0/24", rule: "ip daddr 10.0.1.0/24 drop" },
    };
    const rows = {
      addresses: [{ address: `10.0.${subnet}.${at + 1}`, mask: "24", interface: "eth0" }],
      listeners: [{ address: at === 8 ? "127.0.0.1" : "0.0.0.0", port: 2375, protocol: 6 }],
      inbound_filters: at >= 3 && at < 6 ? [restricted] : [],
      outbound_filters: at === 2 || at === 7 ? [outgoing] : [],
      // Connected from behind another subnet's firewall: proves a route, opens nothing.
      flows:
        at === 0 ? [flow("10.0.0.1", 2375, "10.0.1.8"), flow("10.0.0.1", 2375, "10.0.2.6")] : [],
      service_open: [
        { from: "2375/tcp", to: "root", port: 2375, admits: at === 7 ? "10.0.0.*" : null },
      ],
      logins: [{ username: "alice" }, { username: "root" }],
    };
    estate.replace(hostFacts(`h${at}`, { rows }));
  }
  const traversal = createTraversal({ estate, nowMs: 0, withRefuted: false, onlyProven: false });
  const terms = { estate, traversal, isOpen: () => true };
  return {
    estate,
    walk: (layer: (terms: NetworkTerms) => NetworkLayer) => walkOverNetwork(terms, layer),
  };
}

const budget = { deadlineMs: 1, nowMs: () => 0, maxExamined: 1_000_000 };

test("both network layers reach the same nodes at the same cost, in both directions", () => {
  const { estate, walk } = smallEstate();
  const { nodes, graph, hosts } = estate;
  const [byHost, byHub] = [pairwiseNetwork, hubNetwork].map(walk);
  for (const { slot } of hosts.values())
    for (const name of ["alice", "root"]) {
      const start = nodes.find({ type: "user", name, host: slot });
      for (const search of [reachFrom, reachInto]) {
        const within = (network: typeof byHost) => {
          const { nodes: reached, costOf } = search(network!, [start], { maxSteps: 20, budget });
          return reached
            .filter((node) => node < graph.nodes)
            .sort((a, b) => a - b)
            .map((node) => [node, costOf(node)]);
        };
        expect(within(byHub)).toEqual(within(byHost));
      }
    }
});

test("the restrictions of each host hold", () => {
  const { estate, walk } = smallEstate();
  const hostSlot = (at: number) => estate.hosts.get(`agt_h${at}`)!.slot;
  const user = (at: number, name: string) =>
    estate.nodes.find({ type: "user", name, host: hostSlot(at) });
  for (const layer of [pairwiseNetwork, hubNetwork]) {
    const { nodes } = reachFrom(walk(layer), [user(0, "alice")], { maxSteps: 1, budget });
    const roots = Array.from({ length: 9 }, (_, at) => nodes.includes(user(at, "root")));
    expect(roots.slice(0, 4)).toEqual([true, true, true, true]);
    expect(roots.slice(6)).toEqual([true, true, false]);
    expect(roots.slice(4, 6)).toEqual([false, false]);
  }
});
