import { checkAgent } from "../../agent/check/check-agent.ts";
import type { Check } from "../../agent/check/types.ts";
import { systemClock } from "../../core/clock.ts";
import { machineDefaults } from "./agent-environment.ts";

export type { Check } from "../../agent/check/types.ts";

/** Checks the setup of this machine's agent, with the settings that `agents run` would use. */
export function checkAgentSetup(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
  flags: { tags?: string | undefined },
): Promise<Check[]> {
  return checkAgent({ file, env, flags, machine: machineDefaults() }, systemClock);
}
