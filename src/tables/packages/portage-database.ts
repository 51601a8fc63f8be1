import type { GapReader } from "../host/gap-reader.ts";

const database = "/var/db/pkg";

export interface PortagePackage {
  /** "app-editors/vim". */
  atom: string;
  version: string;
  /** Its folder in the database. */
  folder: string;
}

/** The packages that portage installed; a folder of an installation that is under way is left out. */
export function listPortage(read: GapReader): PortagePackage[] {
  return read.list(database).flatMap((category) =>
    read.list(`${database}/${category}`).flatMap((name) => {
      const [, plain, version] = /^(.+)-(\d[^-]*(?:-r\d+)?)$/.exec(name) ?? [];
      if (plain === undefined || version === undefined) return [];
      return [{ atom: `${category}/${plain}`, version, folder: `${database}/${category}/${name}` }];
    }),
  );
}
