// What the executable runs first, in the main thread and in each worker.
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import threads from "node:worker_threads";
import { nameOf, root, serveFiles, textOf } from "./package-files.mjs";

const builtin = createRequire(pathToFileURL(root));
const loaded = new Map();

/** `require` for the package's scripts: another of them, or a module of Node. */
function load(specifier) {
  const name = specifier.startsWith("file:") ? nameOf(new URL(specifier)) : null;
  if (name === null) return builtin(specifier);
  if (!loaded.has(name)) {
    const source = textOf(name).replace(/^#!.*/, "");
    const script = new vm.Script(`(function (require, module, exports) {${source}\n})`, {
      filename: join(root, name),
    });
    const module = { exports: {} };
    loaded.set(name, module);
    script.runInThisContext()(load, module, module.exports);
  }
  return loaded.get(name).exports;
}

const urlOf = (name) => pathToFileURL(join(root, name)).href;

/** A thread whose script is in the executable starts with this file, and then runs the script. */
class Worker extends threads.Worker {
  constructor(url, options) {
    const name = nameOf(url);
    super(name === null ? url : startOf(name), options);
  }
}

// The whole script as a data URL would be copied several times in each thread.
const startOf = (name) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
import { createRequire } from "node:module";
const require = createRequire("file:///");
const start = require("node:sea").getAsset("start.js", "utf8");
new Function("require", "script", start)(require, ${JSON.stringify(name)});
`)}`,
  );

serveFiles();
threads.Worker = Worker;
if (threads.isMainThread) {
  // Called by the name of the other command, as through a link.
  if (basename(process.argv0) === "investigate") process.argv.splice(2, 0, "investigate");
  load(urlOf("bin/run.js"));
} else {
  // The parameter of the function around this file in a worker.
  load(urlOf(script));
}
