import { chownSync, existsSync, mkdirSync } from "node:fs";
import { resolve, win32 } from "node:path";
import { readAgentConfig } from "../../agent/config/read-agent-config.ts";
import { readAgentCredentials } from "../../agent/config/read-agent-credentials.ts";
import { readConfigFile } from "../../agent/config/read-config-file.ts";
import type { AgentConfig } from "../../agent/config/types.ts";
import {
  installService,
  type ServiceChange,
  uninstallService,
} from "../../agent/service/install-service.ts";
import { runCommand } from "../../agent/service/run-command.ts";
import { serviceFor } from "../../agent/service/service-for.ts";
import { findUser, firstUnreadable, type ServiceUser } from "../../agent/service/service-user.ts";
import type { ServiceDefinition } from "../../agent/service/types.ts";
import { AppError } from "../../core/errors.ts";
import { agentProgram, machineDefaults } from "./agent-environment.ts";

export type { ServiceChange } from "../../agent/service/install-service.ts";
export type { ServiceDefinition } from "../../agent/service/types.ts";

export interface InstallOptions {
  configPath: string;
  user: string | undefined;
  platform: NodeJS.Platform;
}

/** The service definition that an install would write. The config file need not exist yet. */
export function describeService({ configPath, user, platform }: InstallOptions): ServiceDefinition {
  const path = absolute(configPath, platform);
  const cacheDir = existsSync(path) ? readSettings(path).cacheDir : null;
  const spec = { program: agentProgram(), configPath: path, cacheDir, user: user ?? null };
  return serviceFor(platform, spec);
}

/** Installs and starts the agent as a service. The config must be one that the agent can start with. */
export async function installAgent(options: InstallOptions): Promise<ServiceChange> {
  const definition = describeService(options);
  const path = absolute(options.configPath, options.platform);
  const { config, cacheDir } = readSettings(path);
  readAgentCredentials(config, path);
  assertRoot();
  const owner = await ownerOf(options);
  if (owner) await assertReadable(options.user!, owner, [path, ...filesOf(config)]);
  if (cacheDir !== null) createCacheFolder(cacheDir, owner);
  return installService(definition, runCommand);
}

/** Removes the service. The config and the agent's cache stay. */
export async function uninstallAgent(platform: NodeJS.Platform): Promise<ServiceChange> {
  const anyConfig = platform === "win32" ? "C:\\agent.json" : "/agent.json";
  const program = agentProgram();
  const definition = serviceFor(platform, {
    program,
    configPath: anyConfig,
    cacheDir: null,
    user: null,
  });
  if (existsSync(definition.path)) assertRoot();
  return uninstallService(definition, runCommand);
}

/** Leaves a path for another platform unchanged. */
function absolute(path: string, platform: NodeJS.Platform): string {
  return platform === "win32" && win32.isAbsolute(path) ? path : resolve(path);
}

/** A service does not inherit the user's environment, so the file must contain every setting. */
function readSettings(path: string): { config: AgentConfig; cacheDir: string | null } {
  const config = readAgentConfig({ file: path, env: {}, flags: {}, machine: machineDefaults() });
  return { config, cacheDir: readConfigFile(path).cache_dir?.trim() ? config.cache_dir : null };
}

function assertRoot(): void {
  if (process.getuid === undefined || process.getuid() === 0) return;
  throw new AppError("usage", "Only root can install or remove a service.", {
    hint: "Run it with sudo, or only print the service definition.",
    kind: "usage",
  });
}

async function ownerOf({ user, platform }: InstallOptions): Promise<ServiceUser | null> {
  return user === undefined || platform === "win32" ? null : findUser(user);
}

function filesOf({
  verify_key_path,
  ca_cert_path,
  client_cert_path,
  client_key_path,
}: AgentConfig): string[] {
  const paths = [verify_key_path, ca_cert_path, client_cert_path, client_key_path];
  return paths.filter((path) => path !== null);
}

async function assertReadable(name: string, user: ServiceUser, files: string[]): Promise<void> {
  const path = await firstUnreadable(user, [...agentProgram().slice(0, -2), ...files]);
  if (path === null) return;
  throw new AppError("usage", `${name} can't read ${path}, so the agent would not start.`, {
    hint: `Make it readable for ${name}: chgrp and chmod 640 for the file, 750 for its folders.`,
    kind: "usage",
  });
}

/** systemd refuses to start a service whose writable folder does not exist. */
function createCacheFolder(folder: string, owner: ServiceUser | null): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
}
