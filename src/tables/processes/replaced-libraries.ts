import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { trackProcessReads } from "./proc/attempt.ts";
import { processNamer } from "./proc/owner.ts";
import { listPids } from "./proc/pids.ts";
import { parseMaps } from "./process-memory-map.ts";

/** One row per library that a process executes code of, although its file was deleted or replaced. */
export const replacedLibraries: CollectedTable = {
  name: "replaced_libraries",
  description: "Deleted or replaced libraries that processes still use.",
  platforms: ["linux"],
  columns: {
    pid: "INTEGER",
    process_name: "TEXT",
    username: "TEXT",
    /** The name that the file had. */
    path: "TEXT",
    /** Whether the process shares process 1's root file system: not that of a container. */
    on_host: "INTEGER",
    /** Whether another file has that name now. */
    replaced: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const reads = trackProcessReads("memory regions");
    const nameOf = processNamer(read);
    // A service with a view of its own on the mounts still has the host's root, a container hasn't.
    const rootOf = (pid: number) =>
      reads.attempt(pid, () => {
        const { dev, ino } = host.stat(`/proc/${pid}/root`);
        return `${dev} ${ino}`;
      });
    const rows = listPids(read).flatMap((pid): Row[] => {
      const text = reads.attempt(pid, () => host.read(`/proc/${pid}/maps`, maxBytes)) ?? "";
      const paths = deletedLibraries(text);
      if (paths.length === 0) return [];
      const on_host = Number(rootOf(pid) === rootOf(1));
      return paths.map((path) => ({
        pid,
        ...nameOf(pid),
        path,
        on_host,
        replaced: Number(host.exists(path)),
      }));
    });
    return { rows, gaps: [...read.gaps, ...reads.gaps()] };
  },
};

const maxBytes = 16 << 20;
const library = /^(\/.*\/[^/]+\.so(?:\.[\w.]+)?) \(deleted\)$/;

/** Files that are mapped for execution: others (caches, locales) are data. */
export function deletedLibraries(maps: string): string[] {
  const paths = parseMaps(maps).flatMap(({ path, permissions }) => {
    const [, file] = library.exec(String(path)) ?? [];
    return file && String(permissions).includes("x") ? [file] : [];
  });
  return [...new Set(paths)];
}
