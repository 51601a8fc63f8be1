import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { isSea } from "node:sea";
import type { MachineDefaults } from "../../agent/config/types.ts";
import { packageRoot } from "../program/package-root.ts";

/** The facts of this machine that defaults of agent settings depend on. */
export function machineDefaults(): MachineDefaults {
  return { hostname: hostname(), home: homedir(), platform: process.platform };
}

/** The command that starts an agent on this machine: this program, as a single executable or run by Node. */
export function agentProgram(): [string, ...string[]] {
  const script = isSea() ? [] : [join(packageRoot(), "bin", "run.js")];
  return [process.execPath, ...script, "agents", "run"];
}
