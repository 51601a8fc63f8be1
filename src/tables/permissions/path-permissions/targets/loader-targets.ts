import type { GapReader } from "../../../host/gap-reader.ts";
import { expandGlob } from "../../../host/glob.ts";
import { rootsTarget, type Target } from "./target.ts";

/** Configuration of the dynamic loader: preloaded libraries and library folders. */
export function findLoaderTargets(read: GapReader): Target[] {
  const preload = "/etc/ld.so.preload";
  const libraries = words(read.text(preload)).filter((word) => word.startsWith("/"));
  const conf = ["/etc/ld.so.conf", ...expandGlob(read, "/etc/ld.so.conf.d/*.conf")];
  return [
    ...[preload, ...libraries].map((path) =>
      rootsTarget("loader_preload", path, { source: preload }),
    ),
    ...[...conf, "/etc/ld.so.conf.d"].map((path) => rootsTarget("loader_conf", path)),
    ...conf.flatMap((source) =>
      words(read.text(source))
        .filter((word) => word.startsWith("/") && !/[*?[]/.test(word))
        .map((path) => rootsTarget("loader_folder", path, { source })),
    ),
  ];
}

const words = (text = ""): string[] =>
  text
    .split("\n")
    .filter((line) => !/^\s*(#|include\b)/.test(line))
    .flatMap((line) => line.split(/[\s:,]+/))
    .filter(Boolean);
