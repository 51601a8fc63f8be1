import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { deviceAlias, readMounts } from "./mount-table.ts";

type Row = Record<string, string | number | null>;

/** One row per file system or array whose counters the kernel keeps, with errors or without. */
export const storageErrors: CollectedTable = {
  name: "storage_errors",
  description: "Errors that file systems (ext4, btrfs) and software RAID arrays have recorded.",
  platforms: ["linux"],
  columns: {
    /** ext4, btrfs or md. */
    type: "TEXT",
    /** As in swap_devices; of btrfs each device of the file system. */
    device: "TEXT",
    /** Where the file system is mounted. */
    path: "TEXT",
    /** Of ext4 since its last check, of btrfs since its counters were reset; an array's missing disks. */
    errors: "BIGINT",
    /** What was counted, or where the last error was found. */
    detail: "TEXT",
    /** Unix seconds of the first and the last error; NULL where that isn't kept. */
    first_time: "BIGINT",
    last_time: "BIGINT",
  },
  collect(host) {
    const read = gapReader(host);
    const paths = mountPaths(read);
    const rows = [...ext4Rows(read, paths), ...btrfsRows(read, paths), ...arrayRows(read, paths)];
    return { rows, gaps: read.gaps };
  },
};

type Paths = ReadonlyMap<string, string>;

/** By device; of several mounts of one device the first. */
function mountPaths(read: GapReader): Paths {
  const { host } = read;
  const mounts = read.forColumns(["path"]).required("mounts", () => readMounts(host)) ?? [];
  const paths = new Map<string, string>();
  for (const { device, path } of mounts) {
    const alias = deviceAlias(host, device);
    if (!paths.has(alias)) paths.set(alias, path);
  }
  return paths;
}

function ext4Rows(read: GapReader, paths: Paths): Row[] {
  const folder = "/sys/fs/ext4";
  return read.list(folder).flatMap((name): Row[] => {
    const text = (file: string) => read.text(`${folder}/${name}/${file}`)?.trim();
    const time = (file: string) => Number(text(file)) || null;
    const [device, errors] = [`/dev/${name}`, text("errors_count")];
    // The folder "features" has none.
    if (errors === undefined) return [];
    return [
      {
        type: "ext4",
        device,
        path: paths.get(device) ?? null,
        errors: toNumber(errors),
        detail: text("last_error_func") || null,
        first_time: time("first_error_time"),
        last_time: time("last_error_time"),
      },
    ];
  });
}

/** The counters are those of each device; nothing says which name belongs to which device. */
function btrfsRows(read: GapReader, paths: Paths): Row[] {
  const folder = "/sys/fs/btrfs";
  return read.list(folder).flatMap((uuid) => {
    const devices = read.list(`${folder}/${uuid}/devices`).map((name) => `/dev/${name}`);
    const path = devices.flatMap((device) => paths.get(device) ?? []).at(0) ?? null;
    return read.list(`${folder}/${uuid}/devinfo`).flatMap((id): Row[] => {
      const stats = read.text(`${folder}/${uuid}/devinfo/${id}/error_stats`);
      if (stats === undefined) return [];
      const counts = [...stats.matchAll(/^(\w+) (\d+)$/gm)].map(([, name, count]) => ({
        name,
        count: Number(count),
      }));
      const counted = counts.filter(({ count }) => count > 0);
      return [
        {
          type: "btrfs",
          device: devices.length === 1 ? devices[0]! : `${devices.join(",")} (${id})`,
          path,
          errors: counts.reduce((sum, { count }) => sum + count, 0),
          detail: counted.map(({ name, count }) => `${count} ${name}`).join(", ") || null,
          first_time: null,
          last_time: null,
        },
      ];
    });
  });
}

function arrayRows(read: GapReader, paths: Paths): Row[] {
  const arrays = read.list("/sys/class/block").filter((name) => name.startsWith("md"));
  return arrays.flatMap((name): Row[] => {
    const [device, missing] = [
      `/dev/${name}`,
      read.text(`/sys/class/block/${name}/md/degraded`)?.trim(),
    ];
    // Arrays without redundancy have no such count.
    if (missing === undefined) return [];
    const times = { first_time: null, last_time: null };
    const path = paths.get(device) ?? null;
    return [
      { type: "md", device, path, errors: toNumber(missing), detail: "missing disks", ...times },
    ];
  });
}

const toNumber = (text: string): number | null => (/^\d+$/.test(text) ? Number(text) : null);
