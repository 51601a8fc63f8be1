import { basename } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";

const path = "/etc/sudo.conf";

/** What sudo.conf(5) makes of sudo's rules. */
export interface SudoConf {
  /** The file of the rules. */
  rulesPath: string;
  /** Why no rule of it counts: another plugin decides. */
  refusal: string | null;
  /** Lines whose effect isn't known, in osquery's columns. */
  unfollowed: { source: string; line: number; header: string; rule_details: string }[];
}

interface Setting {
  line: number;
  words: string[];
}

export function readSudoConf(read: GapReader, usualRules: string): SudoConf {
  const settings = isIgnored(read) ? [] : settingsIn(read.text(path) ?? "");
  const plugins = settings.filter(({ words: [keyword, symbol] }) => keyword === "plugin" && symbol);
  const [sudoers, others] = [plugins.filter(isSudoers), plugins.filter((one) => !isSudoers(one))];
  const symbols = new Set(sudoers.map(({ words }) => words[1]));
  // The first to be opened reads the rules: the policy's arguments count where no audit plugin is named.
  const reader =
    sudoers.find(({ words }) => words[1] === "sudoers_audit") ??
    sudoers.find(({ words }) => words[1] === "sudoers_policy");
  const named = reader?.words.findLast((word) => word.startsWith("sudoers_file="));
  const decides = symbols.has("sudoers_policy") ? undefined : others.find(isPolicy);
  return {
    rulesPath: named?.slice("sudoers_file=".length) ?? usualRules,
    refusal: decides
      ? `sudo asks the plugin ${decides.words[2]} of ${path}, not the rules of sudoers`
      : null,
    unfollowed: [
      ...others.filter((one) => one !== decides && !isKnown(one)),
      ...settings.filter(
        ({ words: [keyword, name] }) => keyword === "path" && name === "plugin_dir",
      ),
    ].map(({ line, words: [, ...rest] }) => ({
      source: path,
      line,
      header: "Plugin",
      rule_details: rest.join(" "),
    })),
  };
}

const isSudoers = ({ words }: Setting) => basename(words[2] ?? "") === "sudoers.so";
const isPolicy = ({ words }: Setting) => /policy/.test(words[1] ?? "");
/** Writes a log, and refuses nothing. */
const isKnown = ({ words }: Setting) => basename(words[2] ?? "") === "audit_json.so";

/** sudo passes over a file that is not root's, or that others may write, and warns. */
function isIgnored({ host }: GapReader): boolean {
  try {
    const { mode, uid } = host.stat(path);
    return uid !== 0 || (mode & 0o022) !== 0;
  } catch {
    return false;
  }
}

/** Keywords are read in any case; a backslash at its end continues a line. */
function settingsIn(text: string): Setting[] {
  const settings: Setting[] = [];
  let joined = "";
  for (const [index, raw] of text.split("\n").entries()) {
    const content = raw.replace(/#.*$/, "");
    joined += content.replace(/\\\s*$/, " ");
    if (/\\\s*$/.test(content)) continue;
    const [keyword = "", ...rest] = joined.trim().split(/\s+/);
    if (keyword !== "") settings.push({ line: index + 1, words: [keyword.toLowerCase(), ...rest] });
    joined = "";
  }
  return settings;
}
