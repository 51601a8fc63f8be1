#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import { codeFile, loadWhole } from "./whole.js";

const argv = process.argv.slice(2);
// An agent stays in memory for months, so it is started without what only commands need.
const entry = argv[0] === "agents" && argv[1] === "run" ? "agent-run.js" : "main.js";
const main = new URL(`../dist/${entry}`, import.meta.url);
// V8 takes no compiled code that was made under other flags, and help needs few modules.
const isPlain = process.execArgv.length === 0 && !process.env.NODE_OPTIONS;
const asksHelp =
  argv.length === 0 || argv.some((one) => /^(?:-h|--help|--help-all|help)$/.test(one));

// The version is told before anything is loaded: scripts ask for it often.
if (argv.at(-1) === "--version" && argv.slice(0, -1).join() === (argv[1] ? "investigate" : "")) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.on("error", ({ code }) => {
    process.stderr.write(`The output can't be written (${code}).\n`);
    process.exitCode = 1;
  });
  process.stdout.write(`inquest ${version}\n`);
} else if (entry === "main.js" && isPlain && !asksHelp && existsSync(codeFile)) {
  loadWhole(readFileSync(codeFile)).program.main(argv);
} else if (existsSync(main)) {
  // Without a top-level await, which the single executable can't have.
  import(main.href).then((program) => program.main(argv));
} else {
  process.stderr.write("inquest is not built yet.\nBuild it with: npm run build\n");
  process.exitCode = 1;
}
