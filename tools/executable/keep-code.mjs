// Keeps the code that V8 makes of the whole program for a query of this machine, which most commands
// need parts of. Code that no such query needs is compiled when it is used, as always.
import { renameSync, writeFileSync } from "node:fs";
import { codeFile, loadWhole } from "../../bin/whole.js";

const { program, script } = loadWhole();
process.argv.splice(1, 1, "bin/run.js");
await program.main(["agents", "query", "select 1"]);
if (process.exitCode) process.exit();
const draft = new URL(`${codeFile.href}.tmp`);
writeFileSync(draft, script.createCachedData());
renameSync(draft, codeFile);
