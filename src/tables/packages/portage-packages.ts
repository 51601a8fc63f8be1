import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { listPortage, type PortagePackage } from "./portage-database.ts";

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
    const rows = listPortage(read).map((one) => describe(read, one, world));
    return { rows, gaps: read.gaps };
  },
};

/** `world` has the packages that were asked for, not only needed by others. */
function describe(read: GapReader, { atom, version, folder }: PortagePackage, world: Set<string>) {
  const text = (file: string) => read.text(`${folder}/${file}`)?.trim();
  const number = (file: string) => {
    const value = text(file);
    return value === undefined ? null : Number(value);
  };
  return {
    package: atom,
    version,
    slot: text("SLOT"),
    build_time: number("BUILD_TIME"),
    repository: text("repository"),
    eapi: number("EAPI"),
    size: number("SIZE"),
    world: world.has(atom) ? 1 : 0,
  };
}
