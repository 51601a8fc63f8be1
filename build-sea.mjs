// Builds dist-sea/inquest: the whole program and a copy of Node in one file, by Node's single
// executable applications (https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html).
//   node build-sea.mjs [--node PATH] [FOLDER]
// --node puts the program into another Node of the same version, for example one for arm64.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inject } from "postject";
import { stubs } from "./tools/build-stubs/stubs.mjs";
import { bundleScripts, sqliteWasm } from "./tools/executable/bundle.mjs";

const { values, positionals } = parseArgs({
  options: { node: { type: "string", default: process.execPath } },
  allowPositionals: true,
});
const folder = positionals[0] ?? "dist-sea";
const at = (name) => join(folder, name);

// Node looks for this mark in its own file to see whether a bundle was put into it.
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

if (process.platform !== "linux") throw new Error("the executable is built on Linux, for Linux");
const node = readFileSync(values.node);
if (!node.includes(process.version))
  throw new Error(`${values.node} is not Node ${process.version}, which runs this build.`);
if (!node.includes(fuse))
  throw new Error(
    `${values.node} can't become the executable: it has no fuse (Debian's own nodejs package keeps Node in a library). Use Node's own build.`,
  );

/** The files of a folder of the package, by their paths in it. */
const filesBelow = (path) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const yara = "node_modules/@virustotal/yara-x";
const packaged = [
  "package.json",
  "oclif.manifest.json",
  ...filesBelow("data").filter(
    (path) => !/^data\/(?:estate\/answers|language\/(?:bank|wordings))\//.test(path),
  ),
  `${yara}/package.json`,
  `${yara}/pkg/yara_x_js_bg.wasm`,
];

mkdirSync(folder, { recursive: true });
const scripts = await bundleScripts(at("scripts"), stubs);
const files = {
  ...Object.fromEntries(packaged.map((path) => [path, path])),
  ...Object.fromEntries(scripts.map((path) => [path, at(join("scripts", path))])),
  "dist/sqlite3.wasm": sqliteWasm,
};
writeFileSync(at("files.json"), JSON.stringify(Object.keys(files)));
const start = at("scripts/start.js");
writeFileSync(
  at("sea.json"),
  JSON.stringify({
    main: start,
    output: at("program.blob"),
    disableExperimentalSEAWarning: true,
    assets: { ...files, "files.json": at("files.json"), "start.js": start },
  }),
);
execFileSync(process.execPath, ["--experimental-sea-config", at("sea.json")], {
  stdio: ["ignore", "ignore", "inherit"],
});

const draft = at("inquest.tmp");
writeFileSync(draft, node);
chmodSync(draft, 0o755);
await inject(draft, "NODE_SEA_BLOB", readFileSync(at("program.blob")), { sentinelFuse: fuse });
renameSync(draft, at("inquest"));
rmSync(at("investigate"), { force: true });
symlinkSync("inquest", at("investigate"));
console.error(`${at("inquest")}: ${(statSync(at("inquest")).size / 1e6).toFixed(1)} MB`);
