import { readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readContainerMounts } from "../../../../src/tables/containers/docker-container-mounts.ts";
import { readContainerPorts } from "../../../../src/tables/containers/docker-container-ports.ts";
import { readContainers } from "../../../../src/tables/containers/docker-containers.ts";
import { readImages } from "../../../../src/tables/containers/docker-images.ts";
import { openDocker } from "../../../../src/tables/containers/engines/docker-api.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { dockerDaemon, engineAt } from "../../../helpers/docker-daemon.ts";

const id = "8dfafdbc3a40".padEnd(64, "0");
const gone = "9cd87474be90".padEnd(64, "0");

const listed = {
  Id: id,
  Names: ["/web", "/other/web"],
  Image: "nginx:1.27",
  ImageID: `sha256:${"ab".repeat(32)}`,
  Command: "nginx -g 'daemon off;'",
  Created: 1_760_000_000,
  State: "running",
  Status: "Up 2 hours",
  Ports: [
    { IP: "0.0.0.0", PrivatePort: 80, PublicPort: 8080, Type: "tcp" },
    { PrivatePort: 443, Type: "tcp" },
  ],
  Mounts: [
    {
      Type: "bind",
      Source: "/var/run/docker.sock",
      Destination: "/var/run/docker.sock",
      Mode: "ro",
      RW: false,
      Propagation: "rprivate",
    },
  ],
};

const details = {
  Id: id,
  Path: "/docker-entrypoint.sh",
  RestartCount: 3,
  State: {
    Pid: process.pid,
    StartedAt: "2025-10-09T08:00:00Z",
    FinishedAt: "0001-01-01T00:00:00Z",
  },
  Config: { User: "101", Env: ["A=1", "B=2"], Entrypoint: ["/docker-entrypoint.sh", "-x"] },
  HostConfig: {
    Privileged: true,
    ReadonlyRootfs: false,
    SecurityOpt: ["label=disable"],
    NetworkMode: "host",
    PidMode: "",
    IpcMode: "host",
    Devices: [{ PathOnHost: "/dev/sda", PathInContainer: "/dev/sda" }],
    CapAdd: ["SYS_ADMIN"],
    Memory: 536_870_912,
    PidsLimit: null,
  },
};

const host = openHost();

test("a container combines list and inspection, with read requests only", async () => {
  const { socketPath, asked } = await dockerDaemon({
    "/containers/json?all=1": [listed, { ...listed, Id: gone }],
    [`/containers/${id}/json`]: details,
  });
  const { rows } = await readContainers(host, engineAt(host, socketPath));
  expect(rows).toEqual([
    {
      id,
      name: "web",
      image: "nginx:1.27",
      image_id: "ab".repeat(32),
      command: "nginx -g 'daemon off;'",
      created: 1_760_000_000,
      state: "running",
      status: "Up 2 hours",
      pid: process.pid,
      path: "/docker-entrypoint.sh",
      config_entrypoint: "/docker-entrypoint.sh, -x",
      started_at: "2025-10-09T08:00:00Z",
      finished_at: "0001-01-01T00:00:00Z",
      privileged: 1,
      security_options: "label=disable",
      env_variables: "A=1, B=2",
      readonly_rootfs: 0,
      user: "101",
      restart_count: 3,
      network_mode: "host",
      pid_mode: "",
      cap_add: "SYS_ADMIN",
      memory_limit: 536_870_912,
      pids_limit: 0,
      ipc_mode: "host",
      devices: "/dev/sda",
      host_devices: "/dev/sda",
      device_rules: "",
      engine: "docker",
      socket: socketPath,
      can_be_root: null,
      ...Object.fromEntries(
        ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"].map((kind) => [
          `${kind}_namespace`,
          /\d+/.exec(readlinkSync(`/proc/self/ns/${kind}`))?.[0],
        ]),
      ),
    },
  ]);
  expect(asked.sort()).toEqual(
    [
      "GET /containers/json?all=1",
      `GET /containers/${id}/json`,
      `GET /containers/${gone}/json`,
    ].sort(),
  );
});

test("fields that the daemon omits are NULL, not a harmless value", async () => {
  const { socketPath } = await dockerDaemon({
    "/containers/json?all=1": [{ Id: id }, "noise", null],
    [`/containers/${id}/json`]: {},
  });
  const { rows } = await readContainers(host, engineAt(host, socketPath));
  expect(rows).toMatchObject([
    { id, name: null, privileged: null, user: null, net_namespace: null },
  ]);
});

test("namespaces that can't be seen are a gap of their column only", async () => {
  const { socketPath } = await dockerDaemon({
    "/containers/json?all=1": [listed],
    [`/containers/${id}/json`]: details,
  });
  const { gaps } = await readContainers(host, engineAt(host, socketPath));
  // The pid is this test's own process, which is in no container.
  expect(gaps).toMatchObject([{ reason: "denied", columns: ["host_namespaces"] }]);
});

test("a container of an account's own engine can't be the host's root", async () => {
  const { socketPath } = await dockerDaemon({
    "/containers/json?all=1": [listed],
    [`/containers/${id}/json`]: details,
  });
  const engine = engineAt(host, socketPath, { name: "podman", uid: 1000 });
  const { rows } = await readContainers(host, engine);
  expect(rows).toMatchObject([{ engine: "podman", root_uid: 1000, can_be_root: 0 }]);
});

test("a volume that stands for a folder of the host names it", async () => {
  const mounts = [
    { Type: "volume", Name: "conf", Source: "/var/lib/docker/volumes/conf/_data" },
    { Type: "volume", Name: "data", Source: "/var/lib/docker/volumes/data/_data" },
  ];
  const { socketPath } = await dockerDaemon({
    "/containers/json?all=1": [{ ...listed, Mounts: mounts }],
    "/volumes": {
      Volumes: [
        { Name: "conf", Options: { type: "none", o: "rbind,ro", device: "/srv/conf" } },
        { Name: "data", Options: null },
      ],
    },
  });
  const { rows } = await readContainerMounts(host, openDocker(host, { socketPath }));
  expect(rows.map(({ name, host_path }) => [name, host_path])).toEqual([
    ["conf", "/srv/conf"],
    ["data", null],
  ]);
});

test("ports and mounts name their container; a port that isn't published has no host side", async () => {
  const { socketPath } = await dockerDaemon({ "/containers/json?all=1": [listed] });
  const docker = openDocker(host, { socketPath });
  const owner = { id, container_name: "web" };
  expect((await readContainerPorts(docker)).rows).toEqual([
    { ...owner, type: "tcp", port: 80, host_ip: "0.0.0.0", host_port: 8080 },
    { ...owner, type: "tcp", port: 443, host_ip: null, host_port: null },
  ]);
  expect((await readContainerMounts(host, docker)).rows).toEqual([
    {
      ...owner,
      type: "bind",
      name: null,
      source: "/var/run/docker.sock",
      destination: "/var/run/docker.sock",
      driver: null,
      mode: "ro",
      rw: 0,
      propagation: "rprivate",
      host_path: join(realpathSync("/var/run"), "docker.sock"),
    },
  ]);
});

test("images have their tags, and none when untagged", async () => {
  const { socketPath } = await dockerDaemon({
    "/images/json": [
      { Id: "sha256:cd", Created: 1, Size: 5, RepoTags: ["a:1", "a:latest"] },
      { Id: "sha256:ef", Created: 2, Size: 6, RepoTags: null },
    ],
  });
  expect((await readImages(openDocker(host, { socketPath }))).rows).toEqual([
    { id: "cd", created: 1, size_bytes: 5, tags: "a:1,a:latest" },
    { id: "ef", created: 2, size_bytes: 6, tags: "" },
  ]);
});

test("a daemon without containers and images gives no rows", async () => {
  const { socketPath } = await dockerDaemon({ "/containers/json?all=1": [], "/images/json": [] });
  const docker = openDocker(host, { socketPath });
  expect(await readContainers(host, engineAt(host, socketPath))).toEqual({ rows: [], gaps: [] });
  expect(await readImages(docker)).toEqual({ rows: [], gaps: [] });
});
