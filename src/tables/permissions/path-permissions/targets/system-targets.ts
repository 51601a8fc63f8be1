import type { GapReader } from "../../../host/gap-reader.ts";
import { expandGlob } from "../../../host/glob.ts";
import { isPresent } from "../../../host/inspect.ts";
import { isProgram } from "../../../host/is-program.ts";
import { rootsTarget, type Target } from "./target.ts";

/**
 * Files and folders that decide what root's programs do or who gets in, by what uses them. A name
 * that ends in "/" is a folder whose files all count. Files that their program refuses when others
 * can write them (doas, logrotate) are left out.
 */
const trusted: Record<string, string[]> = {
  accounts: [
    "passwd",
    "passwd-",
    "group",
    "group-",
    "shadow",
    "shadow-",
    "gshadow",
    "gshadow-",
  ].concat("security/opasswd", "login.defs", "shells", "nsswitch.conf", "subuid", "subgid"),
  pam: ["pam.conf", "pam.d/", "security/", "environment"],
  sshd: ["ssh/sshd_config", "ssh/sshd_config.d/", "ssh/sshrc", "ssh/moduli"].concat(
    ["rsa", "ecdsa", "ed25519"].map((type) => `ssh/ssh_host_${type}_key`),
  ),
  ssh: ["ssh/ssh_config", "ssh/ssh_config.d/", "ssh/ssh_known_hosts"],
  apt: ["apt/apt.conf", "apt/apt.conf.d/", "apt/sources.list", "apt/sources.list.d/"].concat(
    "apt/trusted.gpg",
    "apt/trusted.gpg.d/",
    "apt/preferences.d/",
  ),
  kernel: ["sysctl.conf", "sysctl.d/", "modprobe.d/", "modules-load.d/", "modules"],
  devices: ["udev/rules.d/", "fstab", "crypttab"],
  "temporary files": ["tmpfiles.d/"],
  names: ["hosts", "hosts.allow", "hosts.deny"],
  "boot scripts": ["init.d/", "default/", "inittab"],
  "the loader": ["ld.so.cache"],
  dbus: ["dbus-1/system.d/"],
};

const elsewhere: Record<string, string[]> = {
  "the boot loader": ["/boot/grub/grub.cfg", "/boot/grub2/grub.cfg"],
};

/** What the system trusts and nothing else here names. */
export function findSystemTargets(read: GapReader): Target[] {
  const inEtc = Object.entries(trusted).map(
    ([detail, names]) => [detail, names.map((name) => `/etc/${name}`)] as const,
  );
  return [...inEtc, ...Object.entries(elsewhere)]
    .flatMap(([detail, paths]) =>
      paths
        .flatMap((path) => withFiles(read, path))
        .map((path) => rootsTarget("system_file", path, { detail })),
    )
    .concat(messageScripts(read));
}

function withFiles(read: GapReader, path: string): string[] {
  const folder = path.replace(/\/$/, "");
  if (!isPresent(read.host, folder)) return [];
  return folder === path ? [path] : [folder, ...expandGlob(read, `${folder}/*`)];
}

/** run-parts runs the executables of this folder as root at each login. */
function messageScripts(read: GapReader): Target[] {
  const folder = "/etc/update-motd.d";
  if (!isPresent(read.host, folder)) return [];
  const scripts = read
    .list(folder)
    .filter((name) => /^[\w-]+$/.test(name))
    .map((name) => `${folder}/${name}`);
  return [folder, ...scripts].map((path) =>
    rootsTarget("system_file", path, {
      detail: "login messages",
      enabled: Number(path === folder || isProgram(read.host, path)),
    }),
  );
}
