import { readRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** SHM_DEST and SHM_LOCKED of shmctl(2), in the upper bits of the permissions. */
const toBeRemoved = 0o1000;
const lockedInMemory = 0o2000;

/** One row per System V shared memory segment. */
export const sharedMemory: CollectedTable = {
  name: "shared_memory",
  description: "System V shared memory segments.",
  platforms: ["linux"],
  columns: {
    shmid: "INTEGER",
    owner_uid: "BIGINT",
    creator_uid: "BIGINT",
    pid: "BIGINT",
    creator_pid: "BIGINT",
    atime: "BIGINT",
    dtime: "BIGINT",
    ctime: "BIGINT",
    permissions: "TEXT",
    size: "BIGINT",
    attached: "INTEGER",
    status: "TEXT",
    locked: "INTEGER",
  },
  collect: (host) => ({ rows: parseSegments(readRequired(host, "/proc/sysvipc/shm")), gaps: [] }),
};

/** A header with the columns' names, then one segment a line. */
export function parseSegments(text: string): Row[] {
  const [header = "", ...lines] = text.split("\n");
  const names = header.trim().split(/\s+/);
  return lines.flatMap((line) => {
    const values = line.trim().split(/\s+/);
    if (values.length < names.length) return [];
    const value = (name: string) => Number(values[names.indexOf(name)]);
    const mode = Number.parseInt(values[names.indexOf("perms")]!, 8);
    return [
      {
        shmid: value("shmid"),
        owner_uid: value("uid"),
        creator_uid: value("cuid"),
        pid: value("lpid"),
        creator_pid: value("cpid"),
        atime: value("atime"),
        dtime: value("dtime"),
        ctime: value("ctime"),
        permissions: (mode & 0o777).toString(8).padStart(4, "0"),
        size: value("size"),
        attached: value("nattch"),
        status: mode & toBeRemoved ? "dest" : "",
        locked: mode & lockedInMemory ? 1 : 0,
      },
    ];
  });
}
