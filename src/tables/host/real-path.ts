import { dirname, resolve } from "node:path/posix";
import type { Host } from "./port.ts";

/** Linux's limit. */
const maxLinks = 40;
const maxLength = 4_096;

/** The path without links, as `readlink -f` prints it; what is missing stays as it is. */
export function realPathOf(host: Host, path: string): string {
  let real = "/";
  let rest = path.split("/").filter((part) => part !== "");
  for (let links = 0; rest.length > 0; ) {
    const [name, ...others] = rest;
    const next = resolve(real, name!);
    const target = links < maxLinks ? linkOf(host, next) : undefined;
    if (target === undefined) {
      [real, rest] = [next, others];
      continue;
    }
    links++;
    real = target.startsWith("/") ? "/" : dirname(next);
    rest = [...target.split("/").filter((part) => part !== ""), ...others];
    if (rest.join("/").length > maxLength) return path;
  }
  return real;
}

function linkOf(host: Host, path: string): string | undefined {
  try {
    return host.lstat(path).isSymbolicLink() ? host.readlink(path) : undefined;
  } catch {
    return undefined;
  }
}
