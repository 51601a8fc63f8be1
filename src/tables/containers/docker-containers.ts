import type { Gap } from "../host/gap.ts";
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
import type { Engine } from "./engines/find-engines.ts";
import { fromContainers } from "./engines/from-engines.ts";
import { hostDevices } from "./kernel/host-devices.ts";
import { processFacts } from "./kernel/process-facts.ts";

const namespaceKinds = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"];

/**
 * One row per container, including stopped ones; an empty `user` means the image's default, root.
 */
export const dockerContainers: CollectedTable = {
  name: "docker_containers",
  description: "Containers of Docker and of engines with its API (Podman), running or not.",
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
    /** docker or podman. */
    engine: "TEXT",
    socket: "TEXT",
    /** Of `devices`, those that hold or reach all of the host's data. */
    host_devices: "TEXT",
    /** Devices that it may make and open: "b 8:* rwm". */
    device_rules: "TEXT",
    // The rest is the kernel's word about the first process, NULL where it can't be seen.
    /** 0 if no process in it can be the host's root. */
    can_be_root: "INTEGER",
    /** The account on the host. */
    process_uid: "BIGINT",
    /** Its groups on the host: "1000, 998". */
    process_gids: "TEXT",
    /** The account that its root is on the host. */
    root_uid: "BIGINT",
    no_new_privileges: "INTEGER",
    /** Those that a process in it can get: "CHOWN, KILL". */
    capabilities: "TEXT",
    /** The limits in effect, those of groups above it too; 0: none. */
    memory_max: "BIGINT",
    pids_max: "BIGINT",
    /** Shared with the host: "net, pid, ipc, uts, user, cgroup". */
    host_namespaces: "TEXT",
  },
  collect: (host) => fromContainers(host, (engine) => readContainers(host, engine)),
};

export async function readContainers(host: Host, engine: Engine): Promise<Collected> {
  const { docker } = engine;
  const listed = objectsOf(await docker.containers());
  const found = await Promise.all(
    listed.map(async (container) => {
      const details = await docker.container(textOf(container.Id) ?? "");
      if (details === undefined) return [];
      const row = rowOf(host, container, objectOf(details));
      const { name, socket } = engine;
      return [{ ...row, engine: name, socket, ...rootOf(engine, row) } as Row];
    }),
  );
  const rows = found.flat();
  const unseen = rows.filter(
    ({ pid, host_namespaces }) => Number(pid) > 0 && host_namespaces == null,
  );
  return { rows, gaps: unseen.length > 0 ? [unseenNamespaces(unseen.length)] : [] };
}

const unseenNamespaces = (count: number): Gap => ({
  reason: "denied",
  detail: `namespaces of ${count} ${count === 1 ? "container" : "containers"}: not to be seen`,
  columns: ["host_namespaces"],
});

/** An engine that isn't root's has no more than its account's rights to give. */
function rootOf({ uid }: Engine, row: Row): Row {
  if (uid !== null && uid !== 0) return { root_uid: row.root_uid ?? uid, can_be_root: 0 };
  const { root_uid = null, process_uid, no_new_privileges, user } = row;
  if (root_uid === null) return { can_be_root: process_uid === undefined ? null : 0 };
  // Health checks run as the account of the settings.
  const isRoot = process_uid === 0 || /^(?:|0|root)(?::|$)/.test(String(user ?? ""));
  return { can_be_root: Number(root_uid === 0 && (isRoot || no_new_privileges !== 1)) };
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
    ...devicesOf(host, objectOf(details.HostConfig)),
    ...processFacts(host, { id: textOf(listed.Id) ?? "", pid }),
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
    cap_add: joinedOf(config.CapAdd),
    memory_limit: limitOf(config.Memory),
    pids_limit: limitOf(config.PidsLimit),
  };
}

function devicesOf(host: Host, { Devices, DeviceCgroupRules }: JsonObject): Row {
  const given = objectsOf(Devices).flatMap(({ PathOnHost }) => textOf(PathOnHost) || []);
  return {
    devices: given.join(", "),
    host_devices: hostDevices(host, given).join(", "),
    device_rules: joinedOf(DeviceCgroupRules),
  };
}

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
