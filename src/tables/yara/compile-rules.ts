import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Compiler, initSync, type Rules } from "@virustotal/yara-x";
import { TableUnavailable } from "../host/gap.ts";

let isLoaded = false;

/** YARA-X is WebAssembly of 6 MB, so it is loaded for the first statement that needs it. */
function load(): void {
  if (isLoaded) return;
  initSync({ module: readFileSync(join(libraryFolder(), "pkg/yara_x_js_bg.wasm")) });
  isLoaded = true;
}

function libraryFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("@virustotal/yara-x/package.json"));
}

/** Throws `TableUnavailable` with the compiler's first message if the rules are wrong. */
export function compileRules(source: string): Rules {
  load();
  const compiler = new Compiler();
  try {
    compiler.addSource(source);
    return compiler.build();
  } catch (error) {
    const [message] = String(error instanceof Error ? error.message : error).split("\n");
    throw new TableUnavailable("error", `the YARA rules could not be compiled: ${message}`);
  } finally {
    compiler.free();
  }
}
