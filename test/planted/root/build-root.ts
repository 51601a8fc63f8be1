import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { keepRoot } from "./keep-root.ts";
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
export const buildRoot = (): Promise<string> =>
  keepRoot([release, ...packages, ...people], async (folder) => {
    await exec(
      "debootstrap",
      ["--variant=minbase", `--include=${packages.join()}`, release, folder],
      { maxBuffer: 64 << 20 },
    );
    await exec("chroot", [folder, "sh", "-ec", accounts]);
  });

const accounts = [
  ...people.map((name) => `useradd -m -s /bin/bash ${name}; echo ${name}:${name} | chpasswd`),
  "passwd -l root",
].join("\n");
