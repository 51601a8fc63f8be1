import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { packages, people } from "./packages.ts";

const exec = promisify(execFile);
const release = "bookworm";

/** What a case needs of the machine; the reason why it can't run here, or null. */
export async function missingForRoots(): Promise<string | null> {
  if (process.platform !== "linux") return "planted roots need Linux";
  if (process.getuid?.() !== 0) return "planted roots need root";
  for (const tool of ["debootstrap", "unshare", "nsenter"])
    if (!(await isInstalled(tool))) return `${tool} is not installed`;
  return null;
}

const isInstalled = (tool: string) =>
  exec("which", [tool]).then(
    () => true,
    () => false,
  );

/** A minimal Debian with `packages`, built once and kept below node_modules/.cache. */
export async function buildRoot(): Promise<string> {
  const key = createHash("sha256")
    .update([release, ...packages, ...people].join())
    .digest("hex");
  const cache = resolve("node_modules/.cache/inquest");
  const root = join(cache, `planted-${key.slice(0, 12)}`);
  if (existsSync(root)) return root;
  mkdirSync(cache, { recursive: true });
  const partial = `${root}.${process.pid}`;
  try {
    await exec(
      "debootstrap",
      ["--variant=minbase", `--include=${packages.join()}`, release, partial],
      { maxBuffer: 64 << 20 },
    );
    await exec("chroot", [partial, "sh", "-ec", accounts]);
    keep(partial, root);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return root;
}

/** Another run may have built the same root meanwhile. */
function keep(partial: string, root: string): void {
  try {
    renameSync(partial, root);
  } catch (error) {
    if (!existsSync(root)) throw error;
  }
}

const accounts = [
  ...people.map((name) => `useradd -m -s /bin/bash ${name}; echo ${name}:${name} | chpasswd`),
  "passwd -l root",
].join("\n");
