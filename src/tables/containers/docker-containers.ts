import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { containerName, imageId } from "../parsers/docker-json.ts";
import {
  flagOf,
  type JsonObject,
  joinedOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from "../parsers/json-values.ts";
import { readNamespace } from "../processes/proc/sockets.ts";
import { type DockerApi, openDocker } from "./docker-api.ts";

const namespaceKinds = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"];

/**
 * One row per container, including stopped ones; an empty `user` means the image's default, root.
 */
export const dockerContainers: CollectedTable = {
  name: "docker_containers",
  description: "Docker containers, running or not.",
  platforms: ["linux"],
  columns: {
    id: "TEXT",
    name: "TEXT",
    image: "TEXT",
    image_id: "TEXT",
    command: "TEXT",
    created: "BIGINT",
    state: "TEXT",
    status: "TEXT",
    pid: "BIGINT",
    path: "TEXT",
    config_entrypoint: "TEXT",
    started_at: "TEXT",
    finished_at: "TEXT",
    privileged: "INTEGER",
    security_options: "TEXT",
    env_variables: "TEXT",
    readonly_rootfs: "INTEGER",
    user: "TEXT",
    restart_count: "INTEGER",
    network_mode: "TEXT",
    pid_mode: "TEXT",
    ipc_mode: "TEXT",
    devices: "TEXT",
    cap_add: "TEXT",
    /** Bytes; 0: no limit. */
    memory_limit: "BIGINT",
    /** Processes and threads; 0: no limit. */
    pids_limit: "BIGINT",
    ...Object.fromEntries(namespaceKinds.map((kind) => [`${kind}_namespace`, "TEXT" as const])),
  },
  collect: (host) => readContainers(host, openDocker(host)),
};

export async function readContainers(host: Host, docker: DockerApi): Promise<Collected> {
  const listed = objectsOf(await docker.containers());
  const rows = await Promise.all(
    listed.map(async (container) => {
      const details = await docker.container(textOf(container.Id) ?? "");
      return details === undefined ? undefined : rowOf(host, container, objectOf(details));
    }),
  );
  return { rows: rows.filter((row) => row !== undefined), gaps: [] };
}

function rowOf(host: Host, listed: JsonObject, details: JsonObject): Row {
  const config = objectOf(details.Config);
  const state = objectOf(details.State);
  const pid = numberOf(state.Pid) ?? 0;
  return {
    id: textOf(listed.Id),
    name: containerName(listed),
    image: textOf(listed.Image),
    image_id: imageId(listed.ImageID),
    command: textOf(listed.Command),
    created: numberOf(listed.Created),
    state: textOf(listed.State),
    status: textOf(listed.Status),
    pid,
    path: textOf(details.Path),
    config_entrypoint: joinedOf(config.Entrypoint),
    started_at: textOf(state.StartedAt),
    finished_at: textOf(state.FinishedAt),
    env_variables: joinedOf(config.Env),
    user: textOf(config.User),
    restart_count: numberOf(details.RestartCount),
    ...confinement(objectOf(details.HostConfig)),
    ...Object.fromEntries(
      namespaceKinds.map((kind) => [`${kind}_namespace`, namespaceOf(host, pid, kind)]),
    ),
  };
}

/** How the container is isolated from its host. */
function confinement(config: JsonObject): Row {
  return {
    privileged: flagOf(config.Privileged),
    security_options: joinedOf(config.SecurityOpt),
    readonly_rootfs: flagOf(config.ReadonlyRootfs),
    network_mode: textOf(config.NetworkMode),
    pid_mode: textOf(config.PidMode),
    ipc_mode: textOf(config.IpcMode),
    devices: devicesOf(config),
    cap_add: joinedOf(config.CapAdd),
    memory_limit: limitOf(config.Memory),
    pids_limit: limitOf(config.PidsLimit),
  };
}

/** The devices of the host that it was given. */
const devicesOf = (config: JsonObject): string =>
  (Array.isArray(config.Devices) ? objectsOf(config.Devices) : [])
    .map(({ PathOnHost }) => textOf(PathOnHost))
    .filter(Boolean)
    .join(", ");

/** NULL for a stopped container, and without permission to inspect its process. */
function namespaceOf(host: Host, pid: number, kind: string): string | null {
  if (pid <= 0) return null;
  try {
    return readNamespace(host, String(pid), kind) ?? null;
  } catch {
    return null;
  }
}

/** Docker has null, 0 and -1 for no limit; undefined is a daemon that doesn't report it. */
const limitOf = (value: unknown) =>
  value === undefined ? null : Math.max(numberOf(value) ?? 0, 0);
