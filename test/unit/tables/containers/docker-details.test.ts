import { expect, test } from "vitest";
import { readContainerLabels } from "../../../../src/tables/containers/docker-container-labels.ts";
import { readContainerNetworks } from "../../../../src/tables/containers/docker-container-networks.ts";
import {
  psFields,
  readContainerProcesses,
} from "../../../../src/tables/containers/docker-container-processes.ts";
import { readImageHistory } from "../../../../src/tables/containers/docker-image-history.ts";
import { readNetworks } from "../../../../src/tables/containers/docker-networks.ts";
import { readVersion } from "../../../../src/tables/containers/docker-version.ts";
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
  "/images/json": [{ Id: "sha256:i1" }],
  "/images/i1/history": [{ Created: 5, Size: 7, CreatedBy: "RUN x", Tags: ["a:1"] }],
  "/networks": [
    {
      Id: "n1",
      Name: "bridge",
      Created: "2026-01-01T00:00:00Z",
      IPAM: { Config: [{ Subnet: "172.17.0.0/16" }] },
    },
  ],
  "/volumes": { Volumes: [{ Name: "v", Driver: "local", Mountpoint: "/var/lib/v" }] },
  "/version": { Version: "28.0", ApiVersion: "1.48" },
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
