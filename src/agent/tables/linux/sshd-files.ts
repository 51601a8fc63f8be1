import { type Host, isAbsent } from "../host.ts";
import type { Gap } from "../table.ts";
import { expandGlob } from "./glob.ts";
import { readOptional } from "./read-optional.ts";
import { type ConfigFiles, type ParsedSshdConfig, parseSshdConfig } from "./sshd-parse.ts";

export const sshdConfigPath = "/etc/ssh/sshd_config";

/** This host's configuration with all it includes; undefined where there is no sshd_config. */
export function readSshdConfig(host: Host, gaps: Gap[]): ParsedSshdConfig | undefined {
  try {
    host.stat(sshdConfigPath);
  } catch (error) {
    if (isAbsent(error)) return undefined;
  }
  return parseSshdConfig(sshdConfigPath, hostFiles(host, gaps));
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
