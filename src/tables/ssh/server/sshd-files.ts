import { isAbsent } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import { expandGlob } from "../../host/glob.ts";
import { once } from "../../host/once.ts";
import {
  type ConfigFiles,
  type ParsedSshdConfig,
  parseSshdConfig,
} from "../../parsers/sshd/parse.ts";
import { type SshdCommandLine, sshdCommandLines } from "./sshd-command-line.ts";

export const sshdConfigPath = "/etc/ssh/sshd_config";

/** The configuration of the host's main sshd. */
export const readSshdConfig = (read: GapReader): ParsedSshdConfig | undefined =>
  readConfigOf(read, once(read.host, sshdCommandLines)[0]);

/** The configurations of all sshd processes that listen. */
export const readSshdConfigs = (read: GapReader): ParsedSshdConfig[] =>
  once(read.host, sshdCommandLines).flatMap((each) => {
    const parsed = readConfigOf(read, each);
    return parsed ? [parsed] : [];
  });

/** A configuration with its includes, after the command line's options; undefined without a file. */
function readConfigOf(
  read: GapReader,
  { config = sshdConfigPath, ports, options }: SshdCommandLine,
): ParsedSshdConfig | undefined {
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
