import type { Host } from "../../src/tables/host/port.ts";

/** Fails on the paths chosen, as the system does: tests may run as root, to whom nothing is closed. */
const guarding =
  (isClosed: (path: string) => boolean, code: string) =>
  <Rest extends unknown[], Result>(call: (path: string, ...rest: Rest) => Result) =>
  (path: string, ...rest: Rest): Result => {
    if (isClosed(path)) throw Object.assign(new Error(`${code}: ${path}`), { code });
    return call(path, ...rest);
  };

/** The same host with some files, folders and links whose content cannot be read. */
export function closePaths(
  host: Host,
  closed: RegExp | ((path: string) => boolean),
  code = "EACCES",
): Host {
  const isClosed = closed instanceof RegExp ? (path: string) => closed.test(path) : closed;
  const guard = guarding(isClosed, code);
  return {
    ...host,
    read: guard(host.read),
    readBytes: guard(host.readBytes),
    chunks: guard(host.chunks),
    list: guard(host.list),
    entries: guard(host.entries),
    readlink: guard(host.readlink),
  };
}

/** The same host with some unreadable files and folders; entries of those folders cannot be listed either. */
export function denyingHost(host: Host, ...denied: string[]): Host {
  const isInside = (path: string) => denied.some((folder) => path.startsWith(`${folder}/`));
  const guard = guarding(isInside, "EACCES");
  return {
    ...closePaths(host, (path) => denied.includes(path) || isInside(path)),
    stat: guard(host.stat),
    lstat: guard(host.lstat),
  };
}
