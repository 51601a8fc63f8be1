import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { isSea } from "node:sea";
import type { MachineDefaults } from "../../agent/config/types.ts";
import { packageRoot } from "../program/package-root.ts";

/** What the defaults of an agent's settings come from. */
export function agentPlace(): MachineDefaults {
  return { hostname: hostname(), home: homedir(), platform: process.platform };
}

/** What starts an agent here: this very program, as one file or by Node. */
export function agentProgram(): [string, ...string[]] {
  const script = isSea() ? [] : [join(packageRoot(), "bin", "run.js")];
  return [process.execPath, ...script, "agents", "run"];
}
