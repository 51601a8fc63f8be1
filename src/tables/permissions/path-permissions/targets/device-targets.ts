import type { GapReader } from "../../../host/gap-reader.ts";
import { isPresent } from "../../../host/inspect.ts";
import { rootsTarget, type Target } from "./target.ts";

const sockets = {
  docker: ["/var/run/docker.sock"],
  lxd: ["/var/lib/lxd/unix.socket", "/var/snap/lxd/common/lxd/unix.socket"],
  incus: ["/var/lib/incus/unix.socket"],
  containerd: ["/run/containerd/containerd.sock"],
  podman: ["/run/podman/podman.sock"],
};

/** Sockets that let their users start a container as root. Docker's is listed even if absent. */
export const findSocketTargets = ({ host }: GapReader): Target[] =>
  Object.entries(sockets).flatMap(([detail, paths]) =>
    paths
      .filter((path) => detail === "docker" || isPresent(host, path))
      .map((path) => rootsTarget("docker_socket", path, { detail })),
  );

const disks = /^(sd|vd|xvd|hd|nvme|mmcblk|dm-|md|zd)\w*$/;

/** Block devices: they expose every file, whatever its mode. */
export function findDeviceTargets(read: GapReader): Target[] {
  const entries = read.attempt("/dev", () => read.host.entries("/dev")) ?? [];
  return entries
    .filter((entry) => entry.isBlockDevice() && disks.test(entry.name))
    .map(({ name }) => rootsTarget("device", `/dev/${name}`, { detail: name }));
}
