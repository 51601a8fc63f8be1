import { createHash } from "node:crypto";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { PushDownTable, Row } from "../model/table.ts";
import { type FoundPath, findPaths } from "./find-paths.ts";

const maxBytes = 512 << 20;

/** Digests of the regular files that the statement names; files larger than 512 MiB are gaps. */
export const hash: PushDownTable = {
  name: "hash",
  description: "MD5, SHA-1 and SHA-256 of files by path or directory.",
  platforms: ["linux", "darwin"],
  columns: { path: "TEXT", directory: "TEXT", md5: "TEXT", sha1: "TEXT", sha256: "TEXT" },
  required: ["path", "directory"],
  *scan(host, constraints, report) {
    const read = gapReader(host, report);
    for (const found of findPaths(read, constraints)) {
      const row = read.attempt(found.path, () => hashFile(read, found));
      if (row) yield row;
    }
  },
};

function hashFile(read: GapReader, { path, directory }: FoundPath): Row | undefined {
  const stats = read.host.stat(path);
  // Opening a FIFO or a device could block forever.
  if (!stats.isFile()) return undefined;
  if (stats.size > maxBytes) {
    read.report({ reason: "error", detail: `${path}: larger than 512 MiB, not hashed` });
    return undefined;
  }
  return { path, directory, ...digests(read.host, path) };
}

function digests(host: Host, path: string) {
  const [md5, sha1, sha256] = ["md5", "sha1", "sha256"].map((name) => createHash(name)) as [
    ReturnType<typeof createHash>,
    ReturnType<typeof createHash>,
    ReturnType<typeof createHash>,
  ];
  for (const chunk of host.chunks(path)) for (const one of [md5, sha1, sha256]) one.update(chunk);
  return { md5: md5.digest("hex"), sha1: sha1.digest("hex"), sha256: sha256.digest("hex") };
}
