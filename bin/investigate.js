#!/usr/bin/env node
// `investigate …` is `inquest investigate …` under its own name.
process.argv.splice(2, 0, "investigate");
await import("./run.js");
