import { expect, test } from "vitest";
import { readContainerEnvs } from "../../../../src/tables/containers/docker-container-envs.ts";
import { readFsChanges } from "../../../../src/tables/containers/docker-container-fs-changes.ts";
import { readContainerLabels } from "../../../../src/tables/containers/docker-container-labels.ts";
import { readContainerNetworks } from "../../../../src/tables/containers/docker-container-networks.ts";
import {
  psFields,
  readContainerProcesses,
} from "../../../../src/tables/containers/docker-container-processes.ts";
import { readStats } from "../../../../src/tables/containers/docker-container-stats.ts";
import { readImageHistory } from "../../../../src/tables/containers/docker-image-history.ts";
import { readImageLabels } from "../../../../src/tables/containers/docker-image-labels.ts";
import { readImageLayers } from "../../../../src/tables/containers/docker-image-layers.ts";
import { readInfo } from "../../../../src/tables/containers/docker-info.ts";
import { readNetworkLabels } from "../../../../src/tables/containers/docker-network-labels.ts";
import { readNetworks } from "../../../../src/tables/containers/docker-networks.ts";
import { readVersion } from "../../../../src/tables/containers/docker-version.ts";
import { readVolumeLabels } from "../../../../src/tables/containers/docker-volume-labels.ts";
import { readVolumes } from "../../../../src/tables/containers/docker-volumes.ts";
import { openDocker } from "../../../../src/tables/containers/engines/docker-api.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { dockerDaemon } from "../../../helpers/docker-daemon.ts";

const line = psFields.split(",").map((field) => (field === "comm" ? "nginx" : "1"));
const answers = {
  "/containers/json?all=1": [
    {
      Id: "c1",
      State: "running",
      Labels: { app: "web" },
      NetworkSettings: { Networks: { bridge: { NetworkID: "n1", IPAddress: "172.17.0.2" } } },
    },
    { Id: "c2", State: "exited", Labels: {} },
  ],
  [`/containers/c1/top?stream=false&ps_args=${encodeURIComponent(`-eo ${psFields}`)}`]: {
    Processes: [line],
  },
  "/images/json": [{ Id: "sha256:i1", Labels: { maintainer: "ops" } }],
  "/images/i1/history": [{ Created: 5, Size: 7, CreatedBy: "RUN x", Tags: ["a:1"] }],
  "/networks": [
    {
      Id: "n1",
      Name: "bridge",
      Created: "2026-01-01T00:00:00Z",
      Labels: { stage: "prod" },
      IPAM: { Config: [{ Subnet: "172.17.0.0/16" }] },
    },
  ],
  "/volumes": {
    Volumes: [{ Name: "v", Driver: "local", Mountpoint: "/var/lib/v", Labels: { keep: "" } }],
  },
  "/version": { Version: "28.0", ApiVersion: "1.48" },
  "/containers/c1/json": { Config: { Env: ["PATH=/bin", "EMPTY=", "UNSET"] } },
  "/containers/c1/changes": [
    { Path: "/tmp", Kind: 0 },
    { Path: "/tmp/new", Kind: 1 },
    { Path: "/etc/motd", Kind: 2 },
  ],
  "/containers/c1/stats?stream=false": {
    name: "/web",
    read: "2026-01-01T00:00:01.5Z",
    preread: "2026-01-01T00:00:00.5Z",
    pids_stats: { current: 3 },
    blkio_stats: {
      io_service_bytes_recursive: [
        { op: "Read", value: 5 },
        { op: "read", value: 2 },
        { op: "write", value: 9 },
      ],
    },
    cpu_stats: { cpu_usage: { total_usage: 40 }, system_cpu_usage: 900, online_cpus: 2 },
    precpu_stats: { cpu_usage: { total_usage: 30 } },
    memory_stats: { usage: 100, limit: 200, stats: { inactive_file: 7 } },
    networks: { eth0: { rx_bytes: 1, tx_bytes: 2 }, eth1: { rx_bytes: 10, tx_bytes: 20 } },
  },
  "/images/i1/json": { RootFS: { Layers: ["sha256:l1", "sha256:l2"] } },
  "/info": { ID: "d1", Containers: 2, MemoryLimit: true, HttpProxy: "http://u:pw@proxy:3128" },
};

test("what the daemon reports of containers, images, networks, volumes and itself", async () => {
  const { socketPath } = await dockerDaemon(answers);
  const docker = openDocker(openHost(), { socketPath });
  expect((await readContainerLabels(docker)).rows).toEqual([
    { id: "c1", key: "app", value: "web" },
  ]);
  expect((await readContainerNetworks(docker)).rows).toMatchObject([
    { id: "c1", name: "bridge", network_id: "n1", ip_address: "172.17.0.2" },
  ]);
  expect((await readContainerProcesses(docker)).rows).toMatchObject([
    { id: "c1", name: "nginx", pid: 1, resident_size: 1024, cpu: 1 },
  ]);
  expect((await readImageHistory(docker)).rows).toEqual([
    { id: "i1", created: 5, size: 7, created_by: "RUN x", tags: "a:1", comment: null },
  ]);
  expect((await readNetworks(docker)).rows).toMatchObject([
    { id: "n1", created: 1767225600, subnet: "172.17.0.0/16", enable_ipv6: null },
  ]);
  expect((await readVolumes(docker)).rows).toMatchObject([
    { name: "v", mount_point: "/var/lib/v" },
  ]);
  expect((await readVersion(docker)).rows).toMatchObject([{ version: "28.0", go_version: null }]);
});

test("what containers were created with, use and changed", async () => {
  const { socketPath } = await dockerDaemon(answers);
  const docker = openDocker(openHost(), { socketPath });
  expect((await readContainerEnvs(docker)).rows).toEqual([
    { id: "c1", key: "PATH", value: "/bin" },
    { id: "c1", key: "EMPTY", value: "" },
    { id: "c1", key: "UNSET", value: null },
  ]);
  expect((await readFsChanges(docker)).rows).toEqual([
    { id: "c1", path: "/tmp", change_type: "C" },
    { id: "c1", path: "/tmp/new", change_type: "A" },
    { id: "c1", path: "/etc/motd", change_type: "D" },
  ]);
  expect((await readStats(docker)).rows).toMatchObject([
    {
      id: "c1",
      name: "web",
      read: 1767225601,
      interval: 1_000_000_000,
      pids: 3,
      disk_read: 7,
      disk_write: 9,
      cpu_total_usage: 40,
      pre_cpu_total_usage: 30,
      system_cpu_usage: 900,
      memory_inactive_file: 7,
      network_rx_bytes: 11,
      network_tx_bytes: 22,
    },
  ]);
});

test("labels and layers, and the daemon's state without the password of its proxy", async () => {
  const { socketPath } = await dockerDaemon(answers);
  const docker = openDocker(openHost(), { socketPath });
  expect((await readImageLabels(docker)).rows).toEqual([
    { id: "i1", key: "maintainer", value: "ops" },
  ]);
  expect((await readNetworkLabels(docker)).rows).toEqual([
    { id: "n1", key: "stage", value: "prod" },
  ]);
  expect((await readVolumeLabels(docker)).rows).toEqual([{ name: "v", key: "keep", value: "" }]);
  expect((await readImageLayers(docker)).rows).toEqual([
    { id: "i1", layer_id: "l1", layer_order: 1 },
    { id: "i1", layer_id: "l2", layer_order: 2 },
  ]);
  expect((await readInfo(docker)).rows).toMatchObject([
    { id: "d1", containers: 2, memory_limit: 1, swap_limit: null, http_proxy: "http://proxy:3128" },
  ]);
});
