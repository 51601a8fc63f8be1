import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";

const database = "/var/db/pkg";

/** One row per package that Gentoo's portage installed. */
export const portagePackages: CollectedTable = {
  name: "portage_packages",
  description: "Packages installed by portage (Gentoo).",
  platforms: ["linux"],
  columns: {
    package: "TEXT",
    version: "TEXT",
    slot: "TEXT",
    build_time: "BIGINT",
    repository: "TEXT",
    eapi: "BIGINT",
    size: "BIGINT",
    world: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const world = new Set(read.lines("/var/lib/portage/world"));
    const rows = read
      .list(database)
      .flatMap((category) =>
        read
          .list(`${database}/${category}`)
          .flatMap((folder) => describe(read, { category, folder, world })),
      );
    return { rows, gaps: read.gaps };
  },
};

interface Place {
  category: string;
  folder: string;
  /** Packages that were asked for, not only needed by others. */
  world: Set<string>;
}

function describe(read: GapReader, { category, folder, world }: Place) {
  const [, name, version] = /^(.+)-(\d[^-]*(?:-r\d+)?)$/.exec(folder) ?? [];
  if (name === undefined) return [];
  const text = (file: string) => read.text(`${database}/${category}/${folder}/${file}`)?.trim();
  const number = (file: string) => {
    const value = text(file);
    return value === undefined ? null : Number(value);
  };
  const atom = `${category}/${name}`;
  return [
    {
      package: atom,
      version,
      slot: text("SLOT"),
      build_time: number("BUILD_TIME"),
      repository: text("repository"),
      eapi: number("EAPI"),
      size: number("SIZE"),
      world: world.has(atom) ? 1 : 0,
    },
  ];
}
