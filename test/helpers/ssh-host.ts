import type { Host } from "../../src/tables/host/port.ts";
import { hostTree } from "./host.ts";

/** 00000000:0016 and 0A: port 22 listens on every address. */
const listening = (...ports: number[]) =>
  [
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
    ...ports.map((port, index) => {
      const hex = port.toString(16).toUpperCase().padStart(4, "0");
      return `   ${index}: 00000000:${hex} 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 ${9000 + index} 1`;
    }),
  ].join("\n");

/** root, alice and bob have a password and a shell; www-data has neither. */
const accounts = {
  passwd: [
    "root:x:0:0:root:/root:/bin/bash",
    "www-data:x:33:33::/var/www:/usr/sbin/nologin",
    "alice:x:1000:1000::/home/alice:/bin/bash",
    "bob:x:1001:1001::/home/bob:/bin/bash",
  ],
  group: ["root:x:0:", "www-data:x:33:", "alice:x:1000:", "bob:x:1001:", "deploy:x:2000:bob"],
  shadow: [
    "root:$6$c2FsdA$HASH:20000:0:99999:7:::",
    "www-data:*:20000:0:99999:7:::",
    "alice:$6$c2FsdA$HASH:20000:0:99999:7:::",
    "bob:$6$c2FsdA$HASH:20000:0:99999:7:::",
  ],
};

interface SshHost {
  config?: string;
  /** More lines for the account files. */
  passwd?: string[];
  group?: string[];
  shadow?: string[];
  ports?: number[];
  files?: Record<string, string>;
  /** Permission bits by path, 0644 for the other files and 0755 for the other folders. */
  modes?: Record<string, number>;
  owners?: Record<string, number>;
}

/** A host with an sshd and a few accounts, looked at on 2026-01-01 (day 20454). Homes belong to their accounts. */
export function sshHost(given: SshHost = {}): Host {
  const passwd = [...accounts.passwd, ...(given.passwd ?? [])];
  const host = hostTree({
    files: {
      "etc/passwd": passwd.join("\n"),
      "etc/group": [...accounts.group, ...(given.group ?? [])].join("\n"),
      "etc/shadow": [...accounts.shadow, ...(given.shadow ?? [])].join("\n"),
      "etc/ssh/sshd_config": given.config ?? "UsePAM yes\n",
      "bin/bash": "",
      "bin/sh": "",
      "usr/sbin/nologin": "",
      "proc/net/tcp": listening(...(given.ports ?? [22])),
      ...given.files,
    },
  });
  const uidOf = (path: string) => {
    const owner = passwd.map((line) => line.split(":")).find((fields) => isBelow(path, fields[5]!));
    return Number(owner?.[2] ?? 0);
  };
  const stat: Host["stat"] = (path) => {
    const stats = host.stat(path);
    const plain = stats.isDirectory() || path.startsWith("/bin/") ? 0o755 : 0o644;
    const uid = given.owners?.[path] ?? uidOf(path);
    const mode = (stats.mode & ~0o7777) | (given.modes?.[path] ?? plain);
    return Object.assign(stats, { uid, gid: uid, mode });
  };
  return { ...host, stat };
}

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
