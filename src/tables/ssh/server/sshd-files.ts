import type { Gap } from "../../host/gap.ts";
import { isAbsent } from "../../host/gap.ts";
import { expandGlob } from "../../host/glob.ts";
import { once } from "../../host/once.ts";
import type { Host } from "../../host/port.ts";
import { readOptional } from "../../host/read-optional.ts";
import {
  type ConfigFiles,
  type ParsedSshdConfig,
  parseSshdConfig,
} from "../../parsers/sshd/parse.ts";
import { sshdCommandLine } from "./sshd-command-line.ts";

export const sshdConfigPath = "/etc/ssh/sshd_config";

/**
 * This host's configuration with all it includes, and what a running sshd was started with before
 * it; undefined where there is no sshd_config.
 */
export function readSshdConfig(host: Host, gaps: Gap[]): ParsedSshdConfig | undefined {
  const { config = sshdConfigPath, ports, options } = once(host, sshdCommandLine);
  try {
    host.stat(config);
  } catch (error) {
    if (isAbsent(error)) return undefined;
  }
  const given = [...ports.map((port) => `Port ${port}`), ...options].join("\n");
  const files = hostFiles(host, gaps);
  const fromFile = parseSshdConfig(config, files).filter(
    (entry) => ports.length === 0 || "unreadable" in entry || entry.spec.name !== "Port",
  );
  return [...parseSshdConfig("command line", { ...files, read: () => given }), ...fromFile];
}

function hostFiles(host: Host, gaps: Gap[]): ConfigFiles {
  return {
    read: (path) => readOptional(host, path, gaps),
    glob(pattern) {
      const failed: Gap[] = [];
      const paths = expandGlob(host, pattern, failed);
      gaps.push(...failed);
      return { paths, unreadable: failed.map(({ detail }) => detail) };
    },
  };
}
