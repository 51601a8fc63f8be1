// Builds dist-sea/inquest-agent: the endpoint agent and a copy of the Node that runs this, in
// one file, by Node's single executable applications (https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html).
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { inject } from "postject";

const folder = process.argv[2] ?? "dist-sea";
const at = (name) => join(folder, name);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

// Node looks for this mark in its own file to see whether a bundle was put into it.
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

if (process.platform !== "linux") throw new Error("the single file is built on Linux, for Linux");
if (!readFileSync(process.execPath).includes(fuse))
  throw new Error(
    `${process.execPath} can't become a single file: it has no fuse (Debian's own nodejs package keeps Node in a library). Use Node's own build.`,
  );

const sqliteWasm = createRequire(import.meta.url).resolve("@sqlite.org/sqlite-wasm/sqlite3.wasm");

/** SQLite's WebAssembly is given by what starts the worker, instead of a file beside it. */
const bundledSqlite = {
  name: "bundled-sqlite",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@sqlite\.org\/sqlite-wasm$/ }, () => ({
      path: "sqlite",
      namespace: "bundled",
    }));
    onLoad({ filter: /.*/, namespace: "bundled" }, () => ({
      contents: `
        import init from "./node.mjs";
        export default () => init({ wasmBinary: __sqliteWasm });`,
      resolveDir: dirname(sqliteWasm),
    }));
  },
};

const shared = {
  bundle: true,
  platform: "node",
  target: "node20",
  minify: true,
  // Names in errors and logs stay as they are in the sources.
  keepNames: true,
  jsx: "automatic",
  logLevel: "warning",
};

mkdirSync(folder, { recursive: true });
await build({
  ...shared,
  entryPoints: ["src/engine/worker/worker.ts"],
  outfile: at("engine-worker.js"),
  format: "cjs",
  plugins: [bundledSqlite],
  // Nothing is beside the worker, and built-in modules are all it requires.
  define: { "import.meta.url": '"file:///"' },
});
await build({
  ...shared,
  entryPoints: ["src/cli/standalone/main.ts"],
  outfile: at("main.cjs"),
  format: "cjs",
  define: { "import.meta.url": "__url" },
  banner: { js: 'const __url = require("node:url").pathToFileURL(process.execPath).href;' },
});

writeFileSync(at("version"), version);
writeFileSync(
  at("sea.json"),
  JSON.stringify({
    main: at("main.cjs"),
    output: at("agent.blob"),
    disableExperimentalSEAWarning: true,
    assets: {
      version: at("version"),
      "engine-worker.js": at("engine-worker.js"),
      "sqlite3.wasm": sqliteWasm,
    },
  }),
);
execFileSync(process.execPath, ["--experimental-sea-config", at("sea.json")], {
  stdio: ["ignore", "ignore", "inherit"],
});

const draft = at("inquest-agent.tmp");
copyFileSync(process.execPath, draft);
chmodSync(draft, 0o755);
await inject(draft, "NODE_SEA_BLOB", readFileSync(at("agent.blob")), { sentinelFuse: fuse });
renameSync(draft, at("inquest-agent"));
console.error(
  `${at("inquest-agent")}: ${(statSync(at("inquest-agent")).size / 1e6).toFixed(1)} MB`,
);
