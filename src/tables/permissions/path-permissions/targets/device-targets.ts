import type { GapReader } from "../../../host/gap-reader.ts";
import type { Host } from "../../../host/port.ts";
import { rootsTarget, type Target } from "./target.ts";

const sockets = {
  docker: ["/var/run/docker.sock"],
  lxd: ["/var/lib/lxd/unix.socket", "/var/snap/lxd/common/lxd/unix.socket"],
  incus: ["/var/lib/incus/unix.socket"],
  containerd: ["/run/containerd/containerd.sock"],
  podman: ["/run/podman/podman.sock"],
};

/** Sockets over which a container as root can be had. That of docker is told even where it isn't there. */
export const findSocketTargets = ({ host }: GapReader): Target[] =>
  Object.entries(sockets).flatMap(([detail, paths]) =>
    paths
      .filter((path) => detail === "docker" || isThere(host, path))
      .map((path) => rootsTarget("docker_socket", path, { detail })),
  );

/** One in a closed folder counts: the look at it tells why it isn't known. */
function isThere(host: Host, path: string): boolean {
  try {
    return host.exists(path);
  } catch {
    return true;
  }
}

const disks = /^(sd|vd|xvd|hd|nvme|mmcblk|dm-|md|zd)\w*$/;

/** Block devices, on which every file is, whatever its own mode. */
export function findDeviceTargets(read: GapReader): Target[] {
  const entries = read.attempt("/dev", () => read.host.entries("/dev")) ?? [];
  return entries
    .filter((entry) => entry.isBlockDevice() && disks.test(entry.name))
    .map(({ name }) => rootsTarget("device", `/dev/${name}`, { detail: name }));
}
