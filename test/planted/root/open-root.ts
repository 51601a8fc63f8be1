import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { type ControlGroups, type GroupUser, makeControlGroups } from "./control-groups.ts";
import {
  type Outcome,
  type PlantedRoot,
  type RunOptions,
  scriptEnvironment,
  scriptTimeoutMs,
} from "./planted-root.ts";

/** A planted root that shares the machine's kernel, with namespaces of its own. */
export interface NamespacedRoot extends PlantedRoot {
  /** The machine's number of the root's first process, whose namespaces are the root's. */
  pid: string;
}

/**
 * Runs in the new mount namespace, so everything is unmounted with it. Devices are made one by one:
 * the machine's disks are none of the planted root's. It is ready once its first process has left
 * the machine's root: scripts enter the root of that process. The machine's root leaves the
 * namespace too: who enters the mount namespace of a container gets to the namespace's root.
 */
const setUp = (groups?: ControlGroups, user?: GroupUser) => `
set -e
mount -t tmpfs planted "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay planted -o "lowerdir=$2,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755,nosuid planted dev
for device in null:3 zero:5 full:7 random:8 urandom:9; do
  mknod -m 666 "dev/\${device%:*}" c 1 "\${device#*:}"
done
mknod -m 666 dev/tty c 5 0
mkdir -m 1777 dev/shm; mkdir dev/pts
mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755,nosuid,nodev planted run
mkdir run/planted run/sshd run/lock
mount --bind -o ro "$3" run/planted
${groups?.mount ?? ""}
ip link set lo up
hostname planted
mkdir run/machine
${user === "systemd" ? closeSysctls : ""}
pivot_root . run/machine
exec chroot . sh -c 'umount -l /run/machine; rmdir /run/machine; echo ready; exec ${user === "systemd" ? systemd : "tini -s -- sleep infinity"}'
`;

/** systemd applies kernel settings when it starts, which are the machine's. */
const closeSysctls = `
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
`;
/** In what it takes for a container, systemd leaves devices and the kernel's messages alone. */
const systemd = "env container=planted /lib/systemd/systemd --unit=basic.target";
const untilBooted =
  "timeout 30 sh -c 'until systemctl -q is-active basic.target 2> /dev/null; do sleep 0.1; done'";

const flags = ["--mount", "--pid", "--net", "--uts", "--ipc", "--fork", "--kill-child=SIGKILL"];

export interface RootOptions {
  /** A root as `buildRoot` makes it. */
  base: string;
  /** A folder that the root sees as /run/planted. */
  probe: string;
  /** Who needs control groups of the root's own; systemd is its first process then. None by default. */
  controlGroups?: GroupUser;
}

export async function openRoot({
  base,
  probe,
  controlGroups,
}: RootOptions): Promise<NamespacedRoot> {
  const folder = mkdtempSync(join(tmpdir(), "inquest-planted-"));
  const groups = controlGroups && makeControlGroups(basename(folder), controlGroups);
  const unshare = `${groups ? `${groups.join}\nset -- --cgroup "$@"` : ""}\nexec unshare "$@"`;
  const outer = spawn(
    "sh",
    [
      "-ec",
      unshare,
      "sh",
      ...flags,
      "sh",
      "-c",
      setUp(groups, controlGroups),
      "sh",
      folder,
      base,
      probe,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(outer, "exit");
  const close = async () => {
    outer.kill("SIGKILL");
    await ended;
    await groups?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface(outer.stdout)) {
    if (line !== "ready") continue;
    const pid = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, "utf8").trim();
    const entry = ["-t", pid, ...(groups ? ["--cgroup"] : [])];
    if (controlGroups === "systemd") await enter(entry, untilBooted);
    return { pid, run: (script, options) => enter(entry, script, options), close };
  }
  await close();
  throw new Error("The planted root could not be set up.");
}

function enter(entry: string[], script: string, { stdin = "" }: RunOptions = {}): Promise<Outcome> {
  const namespaces = [...entry, "--mount", "--pid", "--net", "--uts", "--ipc", "--root", "--wd"];
  return new Promise((resolve, reject) => {
    const child = execFile(
      "nsenter",
      [...namespaces, "sh", "-c", script],
      { env: scriptEnvironment, timeout: scriptTimeoutMs, maxBuffer: 64 << 20 },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== "number")
          reject(new Error(`A planted script did not end by itself: ${error.message}`));
        else resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr });
      },
    );
    // A script may end without reading its input.
    child.stdin?.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") reject(error);
    });
    child.stdin?.end(stdin);
  });
}
