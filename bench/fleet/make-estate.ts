import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/**
 * A folder of simulated Linux hosts, numbered from `first`, each with a hundred processes and what
 * belongs to them.
 */
export function makeEstate(folder: string, hosts: number, first = 0): void {
  mkdirSync(folder, { recursive: true });
  for (let index = first; index < first + hosts; index++) {
    const host = {
      agent_id: `sim-${index}`,
      hostname: `sim-${index}`,
      os: "linux",
      os_version: "12",
      arch: "x64",
      tags: [index % 2 === 0 ? "role=web" : "role=db"],
      addresses: [`198.18.${index >> 8}.${index & 255}`],
      tables: {
        users: many(20, (uid) => ({
          uid: uid === 0 ? 0 : 1000 + uid,
          gid: 100,
          username: uid === 0 ? "root" : `user${uid}`,
          directory: `/home/user${uid}`,
          shell: "/bin/bash",
        })),
        processes: many(100, (pid) => ({
          pid: pid + 1,
          name: `program${pid}`,
          path: `/usr/bin/program${pid}`,
          uid: 0,
          cmdline: `/usr/bin/program${pid} --serve`,
          resident_size: 1000 * pid,
        })),
        listening_ports: many(10, (pid) => ({
          pid: pid + 1,
          port: 1000 + pid,
          protocol: 6,
          family: 2,
          address: pid % 2 === 0 ? "0.0.0.0" : "127.0.0.1",
        })),
      },
      denied: [],
    };
    writeFileSync(join(folder, `${host.agent_id}.json`), JSON.stringify(host));
  }
}
