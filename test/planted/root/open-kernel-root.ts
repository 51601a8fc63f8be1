import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { exchangeScripts } from "./exchange-scripts.ts";
import { type PlantedRoot, scriptEnvironment } from "./planted-root.ts";

const program = "linux.uml";
/** Where Debian's package has the modules of its only kernel, in a folder of its version. */
const modules = "/usr/lib/uml/modules";

/** Why no root can have a kernel of its own here, or null. */
export function missingForKernel(): string | null {
  if (process.arch !== "x64") return "User Mode Linux needs an x86-64 processor";
  const folders = (process.env.PATH ?? "").split(delimiter);
  if (!folders.some((folder) => existsSync(join(folder, program))))
    return `${program} (Debian's package user-mode-linux) is not installed`;
  return existsSync(modules) ? null : `${modules} does not exist`;
}

/**
 * The machine's part, in namespaces of its own: the kernel's memory and sockets lie in a file system
 * that goes with them, and the shell is the first process, with which all others end.
 */
const start = `
set -e
mount -t tmpfs kernel "$1"
export TMPDIR="$1"
shift
${program} "$@"
exit $?
`;

/**
 * The guest's part. The kernel starts from the base, which it only reads: what is written goes to
 * memory, because on the machine every file of the guest's would be its root's, whoever made it.
 * The folder by which scripts are exchanged is unmounted, but stays open as descriptor 3, and the one
 * of what is written as 4.
 */
const setUp = (version: string, probe: string) => `
set -e
${Object.entries(scriptEnvironment)
  .map(([name, value]) => `export ${name}=${value}`)
  .join("\n")}
stty -echo
mount -t tmpfs -o mode=755 planted /tmp
mkdir /tmp/upper /tmp/work /tmp/root
mount -t hostfs -o '${modules}/${version}' modules /media
insmod /media/kernel/fs/overlayfs/overlay.ko
mount -t overlay planted -o lowerdir=/,upperdir=/tmp/upper,workdir=/tmp/work /tmp/root
cd /tmp/root
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t securityfs securityfs sys/kernel/security
mount -t cgroup2 cgroup sys/fs/cgroup
mount -t devtmpfs dev dev
mkdir -m 1777 dev/shm; mkdir dev/pts
mount -t devpts -o ptmxmode=666,mode=620,gid=5 devpts dev/pts
ln -sf pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755,nosuid,nodev planted run
mkdir run/planted run/sshd run/lock run/machine
mount -t hostfs -o 'ro,${probe}' probe run/planted
mkdir -p lib/modules/${version}
mount --bind -o ro /media lib/modules/${version}
ip link set lo up
hostname planted
exec 3< /mnt 4< /tmp/upper
unset mem uml_dir
pivot_root . run/machine
exec chroot . tini -s -- sh -c 'umount -l /run/machine; rmdir /run/machine; . /proc/self/fd/3/serve'
`;

/** Runs each script whose number is read, until whoever sends the numbers has ended. */
const serve = `
echo ready
while read -r number; do
  {
    at=/proc/self/fd/3/$number
    sh -c "$(cat $at.script)" < $at.stdin > $at.stdout 2> $at.stderr 3<&- 4<&-
    status=$?
    sync
    echo "$number $status"
  } &
done
busybox poweroff -f
`;

export interface KernelRootOptions {
  /** A root as `buildRoot` makes it. */
  base: string;
  /** A folder that the root sees as /run/planted. */
  probe: string;
}

/** A planted root with a kernel of its own, which runs as a process of the machine. */
export async function openKernelRoot({ base, probe }: KernelRootOptions): Promise<PlantedRoot> {
  const folder = mkdtempSync(join(tmpdir(), "inquest-planted-"));
  const [exchange, memory] = [join(folder, "exchange"), join(folder, "memory")];
  for (const one of [exchange, memory]) mkdirSync(one);
  const [version = ""] = readdirSync(modules);
  writeFileSync(join(exchange, "init"), setUp(version, probe));
  writeFileSync(join(exchange, "serve"), serve);
  const guest = spawn(
    "unshare",
    [
      ...["--mount", "--pid", "--net", "--fork", "--kill-child=SIGKILL"],
      ...["sh", "-c", start, "sh", memory],
      ...["mem=1G", "umid=planted", `uml_dir=${memory}/`, "con=null", "con0=fd:0,fd:1"],
      ...["ssl=null", "pty.legacy_count=0", "loglevel=1", "initcall_blacklist=raid6_select_algo"],
      ...["root=/dev/root", "rootfstype=hostfs", `rootflags=${base}`, "ro"],
      ...["init=/bin/sh", "--", "-c"],
      `"mount -t hostfs -o ${exchange} exchange /mnt && exec sh /mnt/init"`,
    ],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  const scripts = exchangeScripts(guest, exchange);
  const ended = once(guest, "exit");
  const close = async () => {
    guest.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await scripts.ready;
  } catch (error) {
    await close();
    throw error;
  }
  return { run: scripts.run, written: "/proc/1/fd/4/", close };
}
