import { expect, test } from "vitest";
import { readCluster, readClusterMembers } from "../../../../src/tables/containers/lxd/cluster.ts";
import {
  lxdInstances,
  readInstanceConfig,
  readInstanceDevices,
  readInstances,
} from "../../../../src/tables/containers/lxd/instances.ts";
import { openLxd } from "../../../../src/tables/containers/lxd/lxd-table.ts";
import {
  readCertificates,
  readImages,
  readNetworks,
  readStoragePools,
} from "../../../../src/tables/containers/lxd/resources.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { dockerDaemon } from "../../../helpers/docker-daemon.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const web = {
  name: "web",
  status: "Running",
  stateful: false,
  ephemeral: true,
  architecture: "x86_64",
  config: { "image.os": "Debian", "security.privileged": "true" },
  devices: { root: { type: "disk", path: "/", pool: "default" } },
  state: { pid: 4711, processes: 12 },
};
const answers: Record<string, unknown> = {
  "/1.0/instances?recursion=1": [web],
  "/1.0/instances?recursion=2": [web],
  "/1.0/cluster": { server_name: "node1", enabled: true },
  "/1.0/cluster/members?recursion=1": [{ server_name: "node1", database: true, status: "Online" }],
  "/1.0/certificates?recursion=1": [{ name: "ops", type: "client", fingerprint: "ab" }],
  "/1.0/images?recursion=1": [
    { fingerprint: "f1", properties: { os: "Debian" }, aliases: [{ name: "a" }, { name: "b" }] },
  ],
  "/1.0/networks?recursion=1": [
    {
      name: "lxdbr0",
      managed: true,
      config: { "ipv4.address": "10.0.3.1/24" },
      used_by: ["/1.0/instances/web"],
    },
  ],
  "/1.0/networks/lxdbr0/state": { state: "up", mtu: 1500, counters: { bytes_sent: 9 } },
  "/1.0/storage-pools?recursion=1": [{ name: "default", driver: "zfs", config: { size: "30GiB" } }],
  "/1.0/storage-pools/default/resources": { space: { used: 5, total: 50 } },
};

async function daemon() {
  const entries = Object.entries(answers).map(
    ([path, metadata]) => [path, { type: "sync", metadata }] as const,
  );
  const { socketPath, asked } = await dockerDaemon(Object.fromEntries(entries));
  return { ask: openLxd(openHost(), socketPath), asked };
}

test("instances with their settings, devices and state, read by GET only", async () => {
  const { ask, asked } = await daemon();
  expect(await readInstances(ask)).toMatchObject([
    { name: "web", status: "Running", stateful: 0, ephemeral: 1, os: "Debian", pid: 4711 },
  ]);
  expect(await readInstanceConfig(ask)).toContainEqual({
    name: "web",
    key: "security.privileged",
    value: "true",
  });
  expect(await readInstanceDevices(ask)).toContainEqual({
    name: "web",
    device: "root",
    device_type: "disk",
    key: "path",
    value: "/",
  });
  expect(asked.every((request) => request.startsWith("GET "))).toBe(true);
});

test("the cluster, certificates, images, networks and storage pools", async () => {
  const { ask } = await daemon();
  expect(await readCluster(ask)).toEqual([{ server_name: "node1", enabled: 1 }]);
  expect(await readClusterMembers(ask)).toMatchObject([{ server_name: "node1", database: 1 }]);
  expect(await readCertificates(ask)).toMatchObject([{ name: "ops", fingerprint: "ab" }]);
  expect(await readImages(ask)).toMatchObject([{ id: "f1", os: "Debian", aliases: "a,b" }]);
  expect(await readNetworks(ask)).toMatchObject([
    { name: "lxdbr0", ipv4_address: "10.0.3.1/24", used_by: "web", mtu: 1500, bytes_sent: 9 },
  ]);
  expect(await readStoragePools(ask)).toMatchObject([
    { name: "default", driver: "zfs", size: "30GiB", space_used: 5, inodes_used: null },
  ]);
});

test("without a daemon the table is missing", async () => {
  await expect(lxdInstances.collect(temporaryHost({}))).rejects.toMatchObject({
    reason: "table_missing",
  });
});
