import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { withLock } from "./with-lock.ts";

/** The root that `build` makes in a folder, made once for what it consists of. */
export async function keepRoot(
  parts: string[],
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const key = createHash("sha256").update(parts.join()).digest("hex");
  const cache = resolve("node_modules/.cache/inquest");
  const root = join(cache, `planted-${key.slice(0, 12)}`);
  if (existsSync(root)) return root;
  mkdirSync(cache, { recursive: true });
  return withLock(`${root}.lock`, async () => {
    if (existsSync(root)) return root;
    const partial = `${root}.partial`;
    rmSync(partial, { recursive: true, force: true });
    await build(partial);
    renameSync(partial, root);
    return root;
  });
}
