import type { Gap } from "../../../host/gap.ts";
import { expandGlob } from "../../../host/glob.ts";
import type { Host } from "../../../host/port.ts";
import { readOptional } from "../../../host/read-optional.ts";
import { rootsTarget, type Target } from "./target.ts";

/** What the dynamic loader is told: libraries for every program, and folders of libraries. */
export function findLoaderTargets(host: Host, gaps: Gap[]): Target[] {
  const preload = "/etc/ld.so.preload";
  const libraries = words(readOptional(host, preload, gaps)).filter((word) => word.startsWith("/"));
  const conf = ["/etc/ld.so.conf", ...expandGlob(host, "/etc/ld.so.conf.d/*.conf", gaps)];
  return [
    ...[preload, ...libraries].map((path) =>
      rootsTarget("loader_preload", path, { source: preload }),
    ),
    ...[...conf, "/etc/ld.so.conf.d"].map((path) => rootsTarget("loader_conf", path)),
    ...conf.flatMap((source) =>
      words(readOptional(host, source, gaps))
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
