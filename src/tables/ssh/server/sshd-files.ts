import { isAbsent } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import { expandGlob } from "../../host/glob.ts";
import { once } from "../../host/once.ts";
import {
  type ConfigFiles,
  type ParsedSshdConfig,
  parseSshdConfig,
} from "../../parsers/sshd/parse.ts";
import { sshdCommandLine } from "./sshd-command-line.ts";

export const sshdConfigPath = "/etc/ssh/sshd_config";

/**
 * This host's sshd configuration with its includes, after the options of a running sshd; undefined
 * without an sshd_config.
 */
export function readSshdConfig(read: GapReader): ParsedSshdConfig | undefined {
  const { config = sshdConfigPath, ports, options } = once(read.host, sshdCommandLine);
  try {
    read.host.stat(config);
  } catch (error) {
    if (isAbsent(error)) return undefined;
  }
  const given = [...ports.map((port) => `Port ${port}`), ...options].join("\n");
  const files = hostFiles(read);
  const fromFile = parseSshdConfig(config, files).filter(
    (entry) => ports.length === 0 || "unreadable" in entry || entry.spec.name !== "Port",
  );
  return [...parseSshdConfig("command line", { ...files, read: () => given }), ...fromFile];
}

function hostFiles(read: GapReader): ConfigFiles {
  return {
    read: (path) => read.text(path),
    glob(pattern) {
      const failed = gapReader(read.host);
      const paths = expandGlob(failed, pattern);
      read.report(...failed.gaps);
      return { paths, unreadable: failed.gaps.map(({ detail }) => detail) };
    },
  };
}
