// Bundles the program into dist/ (split, so that a command loads only what it needs)
// and writes the oclif manifest, which spares every start a walk over the commands.
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build, context } from "esbuild";
import { parse } from "yaml";
import { stubs } from "./tools/build-stubs/stubs.mjs";
import { bundleWhole } from "./tools/executable/bundle.mjs";

/** Every file below `folder` with one of `endings`; node:fs globSync arrives only with Node 22. */
function filesBelow(folder, endings) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .map((file) => join(folder, file));
}

const { dependencies, name, oclif, version } = JSON.parse(readFileSync("package.json", "utf8"));

// These go into the bundle: finding their hundreds of files takes longer at a start than running
// them.
const bundled = [
  "@fastify/swagger",
  "@fastify/type-provider-typebox",
  "@oclif/core",
  "eventsource-parser",
  "fastify",
  "ipaddr.js",
  "lowdb",
  "p-limit",
  "pino",
  "prom-client",
  "fast-string-width",
  "tweetnacl",
  "typebox",
  "yaml",
];

// oclif is CommonJS, which expects these three names.
const commonJsNames = [
  'import { createRequire as __createRequire } from "node:module";',
  'import { dirname as __dirnameOf } from "node:path";',
  'import { fileURLToPath as __pathOf } from "node:url";',
  "const require = __createRequire(import.meta.url);",
  "const __filename = __pathOf(import.meta.url);",
  "const __dirname = __dirnameOf(__filename);",
].join("\n");

const watching = process.argv.includes("--watch");

const options = {
  entryPoints: [
    ...filesBelow("commands", [".ts"]).map((file) => ({
      in: file,
      out: file.replace(/\.ts$/, ""),
    })),
    { in: "src/cli/main.ts", out: "main" },
    { in: "src/cli/agents/run-directly.ts", out: "agent-run" },
    { in: "src/engine/worker/worker.ts", out: "engine-worker" },
    { in: "src/brain/pathfinder/worker/worker.ts", out: "estate-worker" },
    { in: "src/server/uploads/worker.ts", out: "upload-worker" },
  ].filter((entry) => existsSync(entry.in)),
  outdir: watching ? "dist" : "dist.next",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  jsx: "automatic",
  alias: stubs,
  external: Object.keys(dependencies).filter((name) => !bundled.includes(name)),
  banner: { js: commonJsNames },
  sourcemap: "linked",
  logLevel: "warning",
  entryNames: "[dir]/[name]",
  chunkNames: "chunks/[name]-[hash]",
};

/** What receivers import as inquest/webhooks: one file that needs nothing but Node, and its types. */
async function buildReceiver(outdir) {
  const file = { in: "src/webhooks/verify.ts", out: "webhooks" };
  const { platform, target, format } = options;
  const bundle = { entryPoints: [file], bundle: true, outdir, platform, target, format };
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.receiver.json"];
  await Promise.all([
    build(bundle),
    promisify(execFile)(process.execPath, [...tsc, "--outDir", join(outdir, "types")]),
  ]);
}

/** A command that starts meanwhile finds the old file or the new one, never half of one. */
function replaceFile(path, text) {
  writeFileSync(`${path}.tmp`, text);
  renameSync(`${path}.tmp`, path);
}

/** Puts what was built in the place of what was there. */
function replaceDist() {
  rmSync("dist.old", { recursive: true, force: true });
  if (existsSync("dist")) renameSync("dist", "dist.old");
  renameSync("dist.next", "dist");
  rmSync("dist.old", { recursive: true, force: true });
}

async function writeManifest() {
  const { Plugin } = await import("@oclif/core");
  // Config.load takes the manifest of the build before, whatever it is told.
  const plugin = new Plugin({ root: process.cwd(), ignoreManifest: true, isRoot: true });
  await plugin.load();
  replaceFile("oclif.manifest.json", `${JSON.stringify(plugin.manifest, null, 1)}\n`);
  return plugin.manifest;
}

/** dist/man: the page of inquest, and of investigate as a link to it. */
async function writeManual({ commands }) {
  const source = { entryPoints: ["tools/man-page/manual.ts"], bundle: true, write: false };
  const { outputFiles } = await build({ ...source, format: "esm", platform: "node" });
  const { linkTo, manual } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  const epoch = process.env.SOURCE_DATE_EPOCH;
  const date = (epoch ? new Date(epoch * 1000) : new Date()).toISOString().slice(0, 10);
  const { description } = oclif;
  mkdirSync("dist/man", { recursive: true });
  const write = (page, lines) => replaceFile(`dist/man/${page}.1`, `${lines.join("\n")}\n`);
  write(name, manual({ commands, name, version, description, date }));
  write("investigate", linkTo(name));
}

/** The vocabulary as one JSON file: parsing its YAML takes longer than a whole question. */
function writeLanguage() {
  const folder = (name) =>
    Object.assign(
      {},
      ...filesBelow(join("data/language", name), [".yaml"])
        .sort()
        .map((file) => parse(readFileSync(file, "utf8"))),
    );
  const language = { kinds: folder("kinds"), topics: folder("topics"), grammar: folder("grammar") };
  replaceFile("data/language.json", JSON.stringify(language));
}

/** A folder's definitions as one JSON file, for the same reason; the tests hold them to their schema. */
function writeDefinitions(folder) {
  const definitions = readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => parse(readFileSync(join(folder, file), "utf8")));
  replaceFile(`${folder}.json`, JSON.stringify(definitions));
}

/** Says when the code is built; esbuild itself reports errors only. */
const reportBuild = {
  name: "report-build",
  setup({ onEnd }) {
    onEnd(({ errors }) => {
      const time = new Date().toTimeString().slice(0, 8);
      const outcome = errors.length === 0 ? "Built dist/" : "The build failed";
      console.log(`${time} ${outcome}; waiting for changes (Ctrl-C stops)`);
    });
  },
};

if (watching) {
  console.log("Builds the code at each change. Run it with node bin/run.js in another terminal;");
  console.log("after a change to data/, or a new command or flag, run npm run build.");
  // What is built as one script would be older than the modules.
  const built = existsSync("dist") ? readdirSync("dist") : [];
  for (const file of built.filter((name) => name.startsWith("whole"))) rmSync(join("dist", file));
  await (await context({ ...options, plugins: [reportBuild] })).watch();
} else {
  rmSync("dist.next", { recursive: true, force: true });
  await Promise.all([
    build(options),
    buildReceiver(options.outdir),
    bundleWhole(join(options.outdir, "whole.js"), stubs),
  ]);
  replaceDist();
  await writeManual(await writeManifest());
  writeLanguage();
  for (const folder of ["data/detections", "data/edges", "data/edges/facts"])
    writeDefinitions(folder);
  // Last: it runs a command.
  await promisify(execFile)(process.execPath, ["tools/executable/keep-code.mjs"]);
}
