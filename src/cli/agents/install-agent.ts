import type { ServiceChange, ServiceDefinition } from "../../compose/agent/agent-service.ts";

interface InstallFlags {
  config: string;
  user?: string;
  platform?: NodeJS.Platform;
}

/** The definition that an install would write. */
export async function describeAgentService(flags: InstallFlags): Promise<ServiceDefinition> {
  const { describeService } = await import("../../compose/agent/agent-service.ts");
  return describeService(optionsOf(flags));
}

export async function installAgentHere(flags: InstallFlags): Promise<ServiceChange> {
  const { installAgent } = await import("../../compose/agent/agent-service.ts");
  return installAgent(optionsOf(flags));
}

export async function uninstallAgentHere(): Promise<ServiceChange> {
  const { uninstallAgent } = await import("../../compose/agent/agent-service.ts");
  return uninstallAgent(process.platform);
}

const optionsOf = ({ config, user, platform = process.platform }: InstallFlags) => ({
  configPath: config,
  user,
  platform,
});
