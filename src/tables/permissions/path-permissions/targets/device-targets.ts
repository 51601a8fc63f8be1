import { readAccounts } from "../../../accounts/local-accounts.ts";
import type { GapReader } from "../../../host/gap-reader.ts";
import { isPresent } from "../../../host/inspect.ts";
import { rootsTarget, type Target } from "./target.ts";

const sockets = {
  docker: ["/var/run/docker.sock"],
  lxd: ["/var/lib/lxd/unix.socket", "/var/snap/lxd/common/lxd/unix.socket"],
  incus: ["/var/lib/incus/unix.socket", "/run/incus/unix.socket"],
  containerd: ["/run/containerd/containerd.sock"],
  k3s: ["/run/k3s/containerd/containerd.sock"],
  crio: ["/run/crio/crio.sock", "/var/run/crio/crio.sock"],
  podman: ["/run/podman/podman.sock"],
};

/** Sockets that let their users start a container as root. Docker's is listed even if absent. */
export const findSocketTargets = ({ host }: GapReader): Target[] =>
  Object.entries(sockets).flatMap(([detail, paths]) =>
    paths
      .filter((path) => detail === "docker" || isPresent(host, path))
      .map((path) => rootsTarget("docker_socket", path, { detail })),
  );

const ownSockets = { podman: "podman/podman.sock", docker: "docker.sock" };

/** Sockets of engines that accounts run for themselves, below their runtime folders. */
export function findOwnSocketTargets({ host }: GapReader): Target[] {
  const paths = Object.entries(ownSockets);
  return readAccounts(host)
    .filter(({ uid }) => uid !== 0)
    .flatMap(({ name, uid }) =>
      paths
        .map(([detail, path]) => ({ detail, target: `/run/user/${uid}/${path}` }))
        .filter(({ target }) => isPresent(host, target))
        .map((socket) => ({
          ...rootsTarget("own_engine_socket", socket.target, { detail: socket.detail }),
          run_as: name,
        })),
    );
}

/** The sockets of libvirt's daemons, and the file that says who may use each. */
const virtualSockets = {
  libvirtd: ["/run/libvirt/libvirt-sock", "/etc/libvirt/libvirtd.conf"],
  virtqemud: ["/run/libvirt/virtqemud-sock", "/etc/libvirt/virtqemud.conf"],
} as const;

/**
 * Sockets of libvirt, whose users give a virtual machine any file or disk of the host. `awaits` says
 * that polkit is asked besides, which the daemon does unless its file says otherwise.
 */
export function findVirtualSocketTargets(read: GapReader): Target[] {
  return Object.entries(virtualSockets).flatMap(([detail, [socket, conf]]) => {
    if (!isPresent(read.host, socket)) return [];
    const [, how] = /^\s*auth_unix_rw\s*=\s*"(\w+)"/m.exec(read.text(conf) ?? "") ?? [];
    const awaits = how === "none" ? null : "polkit agrees";
    return [rootsTarget("libvirt_socket", socket, { detail, source: conf, awaits })];
  });
}

const disks = /^(sd|vd|xvd|hd|nvme|mmcblk|dm-|md|zd)\w*$/;

/** Block devices: they expose every file, whatever its mode. */
export function findDeviceTargets(read: GapReader): Target[] {
  const entries = read.attempt("/dev", () => read.host.entries("/dev")) ?? [];
  return entries
    .filter((entry) => entry.isBlockDevice() && disks.test(entry.name))
    .map(({ name }) => rootsTarget("device", `/dev/${name}`, { detail: name }));
}
