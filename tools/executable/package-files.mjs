// Lets node:fs read the files of the package that are inside the executable. Their paths are below
// the executable itself, where no real file can be, so nobody can put others in their place.
import fs from "node:fs";
import { sep } from "node:path";
import { getAsset } from "node:sea";
import { fileURLToPath } from "node:url";

/** Where the package seems to be. */
export const root = process.execPath;

const names = new Set(JSON.parse(getAsset("files.json", "utf8")));
const folders = new Set([...names].flatMap(parents));

/** The folders above a file: `data/edges/with` and so on, up to the empty name of the root. */
function parents(name) {
  const parts = name.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/")).concat("");
}

/** A path's name in the package; null for a path of the real file system. */
export function nameOf(path) {
  const text = path instanceof URL ? fileURLToPath(path) : path;
  if (typeof text !== "string" || !text.startsWith(root + sep)) return null;
  return text.slice(root.length + 1).replace(/[\\/]+$/, "");
}

/** The text of a file of the package. */
export const textOf = (name) => getAsset(name, "utf8");

function read(name, options) {
  if (!names.has(name)) throw notFound(name);
  const encoding = typeof options === "string" ? options : options?.encoding;
  return encoding ? getAsset(name, encoding) : Buffer.from(getAsset(name));
}

function statsOf(name) {
  if (!names.has(name) && !folders.has(name)) throw notFound(name);
  const isFile = names.has(name);
  const size = isFile ? getAsset(name).byteLength : 0;
  return { size, mtimeMs: 0, isFile: () => isFile, isDirectory: () => !isFile };
}

function list(folder) {
  if (!folders.has(folder)) throw notFound(folder);
  const start = folder === "" ? "" : `${folder}/`;
  const inside = [...names].filter((name) => name.startsWith(start));
  return [...new Set(inside.map((name) => name.slice(start.length).split("/")[0]))];
}

const notFound = (name) =>
  Object.assign(new Error(`ENOENT: no such file, '${name}'`), { code: "ENOENT" });

/** Descriptors of the package's files, far above those that a system gives. */
const firstDescriptor = 2 ** 30;
const opened = [];
const openedName = (descriptor) => opened[descriptor - firstDescriptor] ?? null;

function open(name) {
  statsOf(name);
  return firstDescriptor + opened.push(name) - 1;
}

/** Puts functions for the package's files in front of those of node:fs that read. */
export function serveFiles() {
  const inFront = (target, method, find, serve) => {
    const original = target[method];
    target[method] = (path, ...rest) => {
      const name = find(path);
      return name === null ? original.call(target, path, ...rest) : serve(name, ...rest);
    };
  };
  const fileAt = (path) => (typeof path === "number" ? openedName(path) : nameOf(path));
  inFront(fs, "readFileSync", fileAt, read);
  inFront(fs, "readdirSync", nameOf, list);
  inFront(fs, "statSync", nameOf, statsOf);
  inFront(fs, "existsSync", nameOf, (name) => names.has(name) || folders.has(name));
  inFront(fs, "openSync", nameOf, open);
  inFront(fs, "fstatSync", openedName, statsOf);
  inFront(fs, "closeSync", openedName, () => {});
  inFront(fs.promises, "readFile", nameOf, async (name, options) => read(name, options));
}
