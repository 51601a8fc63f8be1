import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Who needs control groups of its own. */
export type GroupUser = "engines" | "systemd";

/** What each needs: to limit containers and to keep devices from them; to keep track of services. */
const needed: Record<GroupUser, string[]> = {
  engines: ["memory", "pids", "devices", "freezer", "cpu"],
  systemd: ["systemd"],
};

/** A control group of a root's own in each hierarchy. */
export interface ControlGroups {
  /** Shell script that moves the shell into the groups. */
  join: string;
  /** Shell script that mounts them below the current folder, once they are the namespace's. */
  mount: string;
  /** Removes the groups once their processes have ended. */
  remove(): Promise<void>;
}

interface Hierarchy {
  folder: string;
  type: string;
}

export function makeControlGroups(name: string, user: GroupUser): ControlGroups {
  const hierarchies = findHierarchies(user);
  const groups = hierarchies.map(({ folder }) => join(folder, name));
  for (const group of groups) mkdirSync(group);
  return {
    join: groups.map((group) => `echo $$ > '${group}/cgroup.procs'`).join("\n"),
    mount: hierarchies.map(mountOf).join("\n"),
    async remove() {
      for (const group of groups) thawGroup(group);
      for (const group of groups) await removeGroup(group, Date.now() + 10_000);
    },
  };
}

/** Why this machine's control groups don't do, or null. */
export function missingForControlGroups(user: GroupUser): string | null {
  const found = findHierarchies(user);
  const names = found.flatMap(({ folder, type }) =>
    type === "cgroup2"
      ? [
          "systemd",
          "devices",
          "freezer",
          ...readText(join(folder, "cgroup.controllers")).trim().split(" "),
        ]
      : basename(folder).split(","),
  );
  const missing = needed[user].filter((one) => !names.includes(one));
  return missing.length > 0 ? `no control groups for ${missing.join(", ")}` : null;
}

/**
 * Beside those of version 1, systemd mounts the unified one itself, and ties the filters of its units
 * to groups there: without one of its own, a root would share them with the machine.
 */
const hybrid = "unified";

/** The unified hierarchy, or with version 1 those of the controllers and systemd's own. */
function findHierarchies(user: GroupUser): Hierarchy[] {
  const mounts = readText("/proc/self/mounts").split("\n");
  const all = mounts
    .map((line) => line.split(" "))
    .map(([, folder = "", type = ""]) => ({ folder, type }));
  const unified = all.filter(
    ({ folder, type }) => type === "cgroup2" && folder === "/sys/fs/cgroup",
  );
  if (unified.length > 0) return unified;
  return all.filter(({ folder, type }) =>
    type === "cgroup2"
      ? user === "systemd" && basename(folder) === hybrid
      : type === "cgroup" &&
        basename(folder)
          .split(",")
          .some((one) => needed[user].includes(one)),
  );
}

function mountOf({ folder, type }: Hierarchy): string {
  const name = basename(folder);
  if (type === "cgroup2" && name !== hybrid) return "mount -t cgroup2 cgroup sys/fs/cgroup";
  return [
    "mountpoint -q sys/fs/cgroup || mount -t tmpfs -o mode=755 cgroup sys/fs/cgroup",
    `mkdir sys/fs/cgroup/${name}`,
    type === "cgroup2"
      ? `mount -t cgroup2 cgroup sys/fs/cgroup/${name}`
      : `mount -t cgroup -o ${name === "systemd" ? "none,name=systemd" : name} cgroup sys/fs/cgroup/${name}`,
  ].join("\n");
}

/** In version 1, a frozen process doesn't end when it is killed. */
function thawGroup(group: string): void {
  const state = join(group, "freezer.state");
  if (existsSync(state)) writeFileSync(state, "THAWED");
  for (const name of groupsIn(group)) thawGroup(join(group, name));
}

/** A group can only be removed after those in it, and some time after its last process. */
async function removeGroup(group: string, deadline: number): Promise<void> {
  for (const name of groupsIn(group)) await removeGroup(join(group, name), deadline);
  for (;;) {
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await setTimeout(50);
    }
  }
}

const groupsIn = (group: string) =>
  readdirSync(group, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const readText = (path: string) => readFileSync(path, "utf8");
