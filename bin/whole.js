// The whole program as one script, with the code that V8 made of it when it was built: compiling the
// modules in dist/ takes a third of a short command's time, and Node 20 keeps no compiled modules.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

const main = new URL("../dist/main.js", import.meta.url);
const script = new URL("../dist/whole.js", import.meta.url);

/** V8's code, for this version of Node and this processor alone. */
export const codeFile = new URL(
  `../dist/whole-${process.version}-${process.arch}.code`,
  import.meta.url,
);

/** The exports of the program, and its script; `cachedData` is what `codeFile` has. */
export function loadWhole(cachedData) {
  // The bundler writes ASCII.
  const source = `(function (require, exports, module, __url) {${readFileSync(script, "latin1")}\n})`;
  const whole = new Script(source, { filename: fileURLToPath(script), cachedData });
  const module = { exports: {} };
  whole.runInThisContext()(createRequire(main), module.exports, module, main.href);
  return { program: module.exports, script: whole };
}
