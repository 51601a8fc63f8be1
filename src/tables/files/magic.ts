import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { PushDownTable, Row } from "../model/table.ts";
import { findPaths } from "./find-paths.ts";

const filesPerRun = 200;

/** What libmagic recognises the files that the statement names as; needs the program file(1). */
export const magic: PushDownTable = {
  name: "magic",
  description: "Types of files by their content, as file(1) recognises them.",
  platforms: ["linux", "darwin"],
  columns: {
    path: "TEXT",
    magic_db_files: "TEXT",
    data: "TEXT",
    mime_type: "TEXT",
    mime_encoding: "TEXT",
  },
  required: ["path"],
  *scan(host, constraints, report, isRead = () => true) {
    const read = gapReader(host, report);
    const isFile = (path: string) => read.attempt(path, () => host.stat(path).isFile());
    const paths = Array.from(findPaths(read, constraints), ({ path }) => path).filter(isFile);
    const withMime = isRead("mime_type") || isRead("mime_encoding");
    for (let at = 0; at < paths.length; at += filesPerRun)
      yield* recognise(read, paths.slice(at, at + filesPerRun), withMime);
  },
};

/** A join recognises its files one by one, so file(1) runs a second time only if its types are read. */
function recognise(read: GapReader, paths: string[], withMime: boolean): Row[] {
  // One line a file: file(1) shows control characters as octal digits.
  const lines = (...options: string[]) =>
    read.attempt("file", () =>
      read.host.runSync("file", ["-b", ...options, "--", ...paths]).stdout.split("\n"),
    );
  const descriptions = lines();
  if (!descriptions) return [];
  const rows = paths.map((path, at) => ({ path, data: descriptions[at] }));
  if (!withMime) return rows;
  const types = lines("--mime");
  if (!types) return [];
  return rows.map((row, at) => {
    const [type = "", encoding = ""] = (types[at] ?? "").split("; charset=");
    return { ...row, mime_type: type, mime_encoding: encoding };
  });
}
