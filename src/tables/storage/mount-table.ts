import type { Host } from "../host/port.ts";
import { readRequired } from "../host/read-required.ts";
import { pathOfText } from "../parsers/byte-text.ts";

/** A line of /proc/<pid>/mounts. */
export interface Mount {
  device: string;
  path: string;
  type: string;
  flags: string;
}

/**
 * Mounts in order of creation: the last one on a path hides earlier ones. Uses process 1's if
 * readable: a service manager may give this process different mounts.
 */
export function readMounts(host: Host): Mount[] {
  try {
    return parseMounts(host.read("/proc/1/mounts"));
  } catch {
    return parseMounts(readRequired(host, "/proc/self/mounts"));
  }
}

export function parseMounts(text: string): Mount[] {
  return text.split("\n").flatMap((line) => {
    const [device, path, type, flags] = line.split(" ");
    if (!device || !path || !type || flags === undefined) return [];
    return [{ device: unescapeOctal(device), path: unescapeOctal(path), type, flags }];
  });
}

/**
 * Blank, tab, line feed and backslash are escaped as three octal digits. A backslash that is left is
 * our own, of a byte that is not UTF-8.
 */
export function unescapeOctal(text: string): string {
  const withoutOctal = (part: string) =>
    part.replace(/\\([0-3][0-7]{2})/g, (_, digits) =>
      String.fromCharCode(Number.parseInt(digits, 8)),
    );
  return text
    .split(/(\\x[89A-F][0-9A-F])/)
    .map((part, index) => (index % 2 ? part : pathOfText(withoutOctal(part))))
    .join("");
}

/** The device behind /dev/mapper/… and /dev/disk/by-…/… links; otherwise the device itself. */
export function deviceAlias(host: Host, device: string): string {
  if (!device.startsWith("/dev/")) return device;
  try {
    const target = host.readlink(device);
    return `/dev/${target.split("/").at(-1)}`;
  } catch {
    return device;
  }
}

/** File systems whose server may be gone: calls on them can block forever. */
export function isNetworkType(type: string): boolean {
  return /^(nfs\d?|cifs|smb3|smbfs|ncpfs|afs|9p|ceph|glusterfs|lustre|beegfs|ocfs2|gfs2|davfs|fuse\..*|fuse)$/.test(
    type,
  );
}

const pseudoTypes = new Set(
  "autofs binfmt_misc bpf cgroup cgroup2 configfs debugfs devpts devtmpfs efivarfs fusectl hugetlbfs mqueue nsfs proc pstore ramfs rpc_pipefs securityfs selinuxfs sysfs tracefs".split(
    " ",
  ),
);

/** Kernel file systems without user files. */
export function isPseudoType(type: string): boolean {
  return pseudoTypes.has(type);
}
