// The program as single scripts: for the executable, where each requires only modules of Node, and the
// whole of it for a fast start.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const require = createRequire(import.meta.url);
export const sqliteWasm = require.resolve("@sqlite.org/sqlite-wasm/sqlite3.wasm");

/** Replaces a module by these lines. */
const replaced = (name, filter, contents, resolveDir = process.cwd()) => ({
  name,
  setup({ onResolve, onLoad }) {
    onResolve({ filter }, () => ({ path: name, namespace: name }));
    onLoad({ filter: /.*/, namespace: name }, () => ({ contents, resolveDir }));
  },
});

/** SQLite's WebAssembly is passed to it from this path or URL, instead of searched beside its script. */
const sqlite = (wasm) =>
  replaced(
    "sqlite",
    /^@sqlite\.org\/sqlite-wasm$/,
    `import { readFileSync } from "node:fs";
     import { createRequire } from "node:module";
     import init from "./node.mjs";
     export default () => init({ wasmBinary: readFileSync(${wasm}) });`,
    dirname(sqliteWasm),
  );

/** The commands that oclif finds by their files. */
const commandFiles = readdirSync("commands", { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".ts"));
const commandLoader = replaced(
  "commands",
  /\/module-loader$/,
  `const commands = {${commandFiles
    .map((file) => {
      const id = file.replace(/(?:\/index)?\.ts$/, "").replaceAll("/", ":");
      return `${JSON.stringify(id)}: () => import(${JSON.stringify(`./commands/${file}`)}),`;
    })
    .join("\n")}};
  export const loadWithDataFromManifest = async ({ id }) =>
    ({ isESM: true, filePath: id, module: await commands[id]() });`,
);

/** Yoga starts without waiting: a script of the executable has no top-level await. */
const yogaScript = join(
  dirname(require.resolve("yoga-layout")),
  "../binaries/yoga-wasm-base64-esm.js",
);
const yogaWasm = /data:application\/octet-stream;base64,([\w+/=]+)/.exec(
  readFileSync(yogaScript, "utf8"),
)[1];
const yoga = replaced(
  "yoga",
  /^yoga-layout$/,
  `import load from "../binaries/yoga-wasm-base64-esm.js";
   import wrapAssembly from "./wrapAssembly.js";
   export * from "./generated/YGEnums.js";
   const module = {
     instantiateWasm(imports, done) {
       const bytes = Buffer.from("${yogaWasm}", "base64");
       done(new WebAssembly.Instance(new WebAssembly.Module(bytes), imports));
       return {};
     },
   };
   load(module);
   export default wrapAssembly(module);`,
  dirname(require.resolve("yoga-layout")),
);

/** Without Ink's development tools, for the same reason. */
const ink = {
  name: "ink",
  setup({ onLoad }) {
    onLoad({ filter: /\/ink\/build\/reconciler\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        .replace("await import('./devtools.js')", "undefined")
        .replace("await loadPackageJson()", "{}"),
    }));
  },
};

/** YARA-X's folder is in the executable; its path is usually found by Node's own search. */
const yara = {
  name: "yara",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:module$/ }, ({ importer }) =>
      importer.endsWith("compile-rules.ts") ? { path: "search", namespace: "yara" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "yara" }, () => ({
      contents: `import { join } from "node:path";
        const resolve = (name) => join(process.execPath, "node_modules", name);
        export const createRequire = () => ({ resolve });`,
    }));
  },
};

/** The agent alone is a script of its own, which loads the other commands only for their help. */
const mainApart = {
  name: "main-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/main\.ts$/ }, () => ({ path: "./main.js", external: true }));
  },
};

const options = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minify: true,
  // Names in errors and logs stay as they are in the sources.
  keepNames: true,
  jsx: "automatic",
  logLevel: "warning",
  // Becomes `require`, which knows the scripts in the executable.
  supported: { "dynamic-import": false },
};

const scripts = {
  "dist/main.js": "src/cli/main.ts",
  "dist/agent-run.js": "src/cli/agents/run-directly.ts",
  "dist/engine-worker.js": "src/engine/worker/worker.ts",
  "dist/estate-worker.js": "src/brain/pathfinder/worker/worker.ts",
  "dist/upload-worker.js": "src/server/uploads/worker.ts",
  "bin/run.js": "bin/run.js",
};

/** Writes the whole program to `outfile`; the script's URL is its parameter `__url`. */
export function bundleWhole(outfile, alias) {
  const wasm = 'createRequire(import.meta.url).resolve("@sqlite.org/sqlite-wasm/sqlite3.wasm")';
  return build({
    ...options,
    alias,
    plugins: [sqlite(wasm), commandLoader, yoga, ink],
    entryPoints: [scripts["dist/main.js"]],
    outfile,
    define: { "import.meta.url": "__url" },
  });
}

/** Writes the scripts below `folder` and returns their paths there; start.js is what runs first. */
export async function bundleScripts(folder, alias) {
  const wasm = 'new URL("sqlite3.wasm", import.meta.url)';
  const plugins = [sqlite(wasm), commandLoader, yoga, ink, yara, mainApart];
  for (const [name, source] of Object.entries(scripts)) {
    const url = `require("node:url").pathToFileURL(require("node:path").join(process.execPath, "${name}"))`;
    await build({
      ...options,
      alias,
      plugins,
      entryPoints: [source],
      outfile: join(folder, name),
      define: { "import.meta.url": "__url" },
      banner: { js: `const __url = ${url}.href;` },
    });
  }
  await build({
    ...options,
    entryPoints: ["tools/executable/start.mjs"],
    outfile: join(folder, "start.js"),
  });
  return Object.keys(scripts);
}
