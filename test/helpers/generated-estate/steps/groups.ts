import { addGroup, addRow, type Machine, ordinary } from "../machine.ts";
import { addPath, type PathEntry } from "../paths.ts";
import type { Planting, Step } from "../site.ts";

/** Files that a group may write and that give root. */
interface Asset {
  group: string;
  purpose: string;
  path: string;
  type: "socket" | "block";
  detail: string;
}

const docker: Asset = {
  group: "docker",
  purpose: "docker_socket",
  path: "/var/run/docker.sock",
  type: "socket",
  detail: "docker",
};
const lxd: Asset = { ...docker, group: "lxd", path: "/var/lib/lxd/unix.socket", detail: "lxd" };
const disk: Asset = {
  group: "disk",
  purpose: "device",
  path: "/dev/sda",
  type: "block",
  detail: "sda",
};

const cuts = ["no-member", "closed-to-group"];

export const dockerGroup = stepFor(docker, [...cuts, "stopped", "gone"]);
export const lxdGroup = stepFor(lxd, cuts);
export const diskGroup = stepFor(disk, cuts);

/** Each exists once per machine. */
function stepFor(asset: Asset, itsCuts: string[]): Step {
  return {
    kind: asset.group,
    cuts: itsCuts,
    fits: ({ machine }) => !machine.taken.has(asset.group),
    plant(planting) {
      const { machine, cut } = planting;
      machine.taken.add(asset.group);
      const members = membersOf(planting);
      const { gid } = addGroup(machine, asset.group, members);
      if (asset === docker) addDockerUnit(machine, cut === "stopped" ? "inactive" : "active");
      addPath(
        machine,
        { purpose: asset.purpose, detail: asset.detail },
        treeOf(asset, { gid, cut }),
      );
      return cut === null || cut === "no-member" ? members : [];
    },
  };
}

function membersOf({ machine, account, cut, site }: Planting): string[] {
  const others = ordinary(machine).filter((name) => name !== account.name);
  if (cut === "no-member") return site.random.some(others, 1);
  return [account.name, ...site.random.some(others, site.random.below(2))];
}

function treeOf({ path, type }: Asset, { gid, cut }: { gid: number; cut: string | null }) {
  const entry: PathEntry = { type, mode: cut === "closed-to-group" ? "0600" : "0660", gid };
  const entries = new Map([[path, cut === "gone" ? { type: "missing" as const } : entry]]);
  const link = path.startsWith("/var/run/") ? { link: { path: "/var/run", to: "/run" } } : {};
  return { target: path, entries, mountFlags: "rw,nosuid,relatime", ...link };
}

function addDockerUnit(machine: Machine, active_state: string): void {
  addRow(machine, "systemd_units", {
    id: "docker.service",
    name: "docker.service",
    fragment_path: "/usr/lib/systemd/system/docker.service",
    unit_file_state: "enabled",
    active_state,
    exec_start: "/usr/sbin/dockerd -H fd://",
  });
}
