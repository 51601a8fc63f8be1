import { AppError } from "../../core/errors.ts";
import { launchdService } from "./launchd.ts";
import { systemdService } from "./systemd.ts";
import type { ServiceDefinition, ServiceSpec } from "./types.ts";
import { windowsService } from "./windows.ts";

const services: Partial<Record<NodeJS.Platform, (spec: ServiceSpec) => ServiceDefinition>> = {
  linux: systemdService,
  darwin: launchdService,
  win32: windowsService,
};

/** The service definition for `platform`. */
export function serviceFor(platform: NodeJS.Platform, spec: ServiceSpec): ServiceDefinition {
  const define = services[platform];
  if (define) return define(spec);
  throw new AppError("unsupported_platform", `There is no service definition for ${platform}.`);
}
