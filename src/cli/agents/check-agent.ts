import type { Check } from "../../compose/agent/check-agent-setup.ts";

/** Every check of an agent's setup. */
export async function checkAgentHere(
  flags: { config?: string; tags?: string },
  env: NodeJS.ProcessEnv,
): Promise<Check[]> {
  const { checkAgentSetup: check } = await import("../../compose/agent/check-agent-setup.ts");
  return check(flags.config, env, { tags: flags.tags });
}

export function exitCodeOf(checks: Pick<Check, "status">[]): number {
  return checks.some(({ status }) => status === "failed") ? 1 : 0;
}
