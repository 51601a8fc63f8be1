import { addAccount, addGroup, addSystemAccount } from "../machine/accounts.ts";
import { folder, type Machine, programContent, write } from "../machine/machine.ts";
import { addMount } from "../machine/mounts.ts";
import { addNetwork } from "../machine/network.ts";
import { addPackages } from "../machine/packages.ts";
import { addState } from "../machine/runtime-state.ts";
import { addProcess, addService } from "../machine/services.ts";
import { addLocalSocket } from "../machine/sockets.ts";
import { debianPackages, ubuntuPackages } from "./packages.ts";

/** A Debian or Ubuntu server as the installer leaves it. */
export function debian(machine: Machine): void {
  addBaseAccounts(machine);
  addBaseMounts(machine);
  addBaseFiles(machine);
  addRelease(machine);
  addPackages(machine, machine.release === "debian-12" ? debianPackages : ubuntuPackages);
  addProcess(machine, {
    name: "systemd",
    user: "root",
    command: "/sbin/init",
    path: "/usr/lib/systemd/systemd",
  });
  addBaseServices(machine);
  addNetwork(machine);
  addState(machine);
}

const baseGroups: [string, number][] = [
  ["adm", 4],
  ["disk", 6],
  ["mail", 8],
  ["sudo", 27],
  ["shadow", 42],
  ["staff", 50],
  ["users", 100],
  ["systemd-journal", 999],
];

function addBaseAccounts(machine: Machine): void {
  addAccount(machine, { name: "root", uid: 0, directory: "/root", description: "root" });
  for (const [name, gid] of baseGroups) addGroup(machine, name, gid);
  addSystemAccount(machine, { name: "daemon", uid: 1, directory: "/usr/sbin" });
  addSystemAccount(machine, { name: "www-data", uid: 33, directory: "/var/www" });
  addSystemAccount(machine, { name: "nobody", uid: 65_534 });
  addSystemAccount(machine, { name: "messagebus", uid: 100, gid: 106 });
  addSystemAccount(machine, { name: "sshd", uid: 101, gid: 65_534, directory: "/run/sshd" });
  addSystemAccount(machine, { name: "_chrony", uid: 102, gid: 107, directory: "/var/lib/chrony" });
}

function addBaseMounts(machine: Machine): void {
  const tmpfs = { device: "tmpfs", type: "tmpfs", sizeGiB: 2 };
  const kernel = { type: "proc", flags: "rw,nosuid,nodev,noexec,relatime", sizeGiB: 0 };
  addMount(machine, {
    device: "/dev/sda2",
    path: "/",
    type: "ext4",
    flags: "rw,relatime",
    sizeGiB: 40,
  });
  addMount(machine, { ...kernel, device: "proc", path: "/proc" });
  addMount(machine, { ...kernel, device: "sysfs", path: "/sys", type: "sysfs" });
  addMount(machine, { ...tmpfs, path: "/run", flags: "rw,nosuid,nodev,noexec,relatime" });
  addMount(machine, { ...tmpfs, path: "/tmp", flags: "rw,nosuid,nodev,relatime" });
  folder(machine, "/tmp", { mode: 0o1777 });
  folder(machine, "/run/systemd/system");
  folder(machine, "/root", { mode: 0o700 });
  write(machine, "/dev/sda", { type: "block", group: "disk" });
}

/** The stock setuid programs of each package. */
const setuidPrograms = {
  mount: ["mount", "umount"],
  passwd: ["chfn", "chsh", "passwd"],
  sudo: ["sudo"],
  "util-linux": ["su"],
};

const secure = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

function addBaseFiles(machine: Machine): void {
  for (const [name, programs] of Object.entries(setuidPrograms)) {
    const paths = programs.map((program) => `/usr/bin/${program}`);
    for (const path of paths) write(machine, path, { mode: 0o4755, content: programContent(path) });
    write(machine, `/var/lib/dpkg/info/${name}.list`, { content: `${paths.join("\n")}\n` });
  }
  for (const name of ["systemctl", "bash", "tar", "rsync", "install", "vim.basic", "journalctl"])
    write(machine, `/usr/bin/${name}`, {
      mode: 0o755,
      content: programContent(`/usr/bin/${name}`),
    });
  write(machine, "/usr/sbin/nologin", { mode: 0o755 });
  for (const path of ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin"]) folder(machine, path);
  write(machine, "/bin", { type: "link", target: "usr/bin" });
  write(machine, "/sbin", { type: "link", target: "usr/sbin" });
  write(machine, "/lib", { type: "link", target: "usr/lib" });
  write(machine, "/etc/sudoers", {
    mode: 0o440,
    content: `Defaults\tenv_reset\nDefaults\tmail_badpass\nDefaults\tsecure_path="${secure}"\nDefaults\tuse_pty\nroot\tALL=(ALL:ALL) ALL\n%sudo\tALL=(ALL:ALL) ALL\n@includedir /etc/sudoers.d\n`,
  });
  folder(machine, "/etc/sudoers.d", { mode: 0o750 });
  write(machine, "/etc/crontab", {
    content: `SHELL=/bin/sh\n17 * * * *\troot\tcd / && run-parts --report /etc/cron.hourly\n25 6 * * *\troot\trun-parts --report /etc/cron.daily\n`,
  });
  write(machine, "/etc/pam.d/su", {
    content:
      "auth sufficient pam_rootok.so\nauth required pam_unix.so nullok\naccount required pam_unix.so\nsession required pam_unix.so\n",
  });
  write(machine, "/etc/cron.daily/logrotate", { mode: 0o755, content: "#!/bin/sh\nexit 0\n" });
  write(machine, "/etc/environment", { content: `PATH="${secure}"\n` });
  write(machine, "/etc/hosts", { content: `127.0.0.1 localhost\n127.0.1.1 ${machine.name}\n` });
  write(machine, "/etc/resolv.conf", { content: "nameserver 10.20.0.2\nnameserver 10.20.0.3\n" });
  write(machine, "/etc/ld.so.conf.d/libc.conf", { content: "/usr/local/lib\n" });
  folder(machine, "/usr/local/lib");
}

function addRelease(machine: Machine): void {
  const [id, version] = machine.release.split("-") as [string, string];
  const isDebian = id === "debian";
  const name = isDebian ? "Debian GNU/Linux" : "Ubuntu";
  const codename = { "12": "bookworm", "22.04": "jammy", "24.04": "noble" }[version];
  const like = isDebian ? "" : "ID_LIKE=debian\n";
  const pretty = isDebian ? `${name} ${version} (${codename})` : `${name} ${version} LTS`;
  write(machine, "/etc/os-release", {
    content: `PRETTY_NAME="${pretty}"\nNAME="${name}"\nVERSION_ID="${version}"\nVERSION="${version} (${codename})"\nVERSION_CODENAME=${codename}\nID=${id}\n${like}`,
  });
  if (isDebian) write(machine, "/etc/debian_version", { content: "12.7\n" });
  const archive = `http://mirror.example.net/${id}`;
  write(machine, "/etc/apt/sources.list", {
    content: `deb ${archive} ${codename} main\ndeb ${archive} ${codename}-updates main\n`,
  });
}

function addBaseServices(machine: Machine): void {
  const always = { restart: "always" } as const;
  addService(machine, {
    name: "systemd-journald",
    description: "Journal Service",
    exec: "/usr/lib/systemd/systemd-journald",
    ...always,
  });
  addService(machine, {
    name: "cron",
    description: "Regular background program processing daemon",
    exec: "/usr/sbin/cron -f",
    restart: "on-failure",
  });
  addService(machine, {
    name: "chrony",
    description: "chrony, an NTP client/server",
    exec: "/usr/sbin/chronyd -F 1",
    user: "_chrony",
    listens: [{ port: 323, address: "127.0.0.1", protocol: "udp" }],
  });
  addService(machine, {
    name: "rsyslog",
    description: "System Logging Service",
    exec: "/usr/sbin/rsyslogd -n -iNONE",
    restart: "on-failure",
  });
  addLocalSocket(machine, {
    path: "/run/systemd/journal/syslog",
    process: "rsyslogd",
    pid: machine.services.at(-1)!.pid!,
  });
}
