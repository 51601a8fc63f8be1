import { createHash } from "node:crypto";
import type { GapReader } from "../host/gap-reader.ts";

const digests = /^!*((?:sha(?:224|256|384|512)\s*:\s*[\w+/=]+\s*,?\s*)+)(\/[^\s*?[\]\\]+)/;

/**
 * Why a command with digests before it (`sha256:… /bin/sh`) can't be run: none of them is the
 * program's. Null for a command without a digest or with wildcards, and if the program can't be
 * read.
 */
export function digestRefusal(read: GapReader, command: string): string | null {
  const [, list, path] = digests.exec(command) ?? [];
  if (list === undefined || path === undefined) return null;
  const wanted = [...list.matchAll(/(sha\d+)\s*:\s*([\w+/=]+)/g)];
  const isSame = read.attempt(path, () =>
    wanted.some(([, name, digest]) => isDigest(read, { path, name: name!, digest: digest! })),
  );
  return isSame === false ? `the digest of ${path} is another than the rule's` : null;
}

function isDigest(
  { host }: GapReader,
  { path, name, digest }: { path: string; name: string; digest: string },
): boolean {
  const hash = createHash(name);
  for (const chunk of host.chunks(path)) hash.update(chunk);
  const actual = hash.digest();
  return actual.toString("hex") === digest.toLowerCase() || actual.toString("base64") === digest;
}
