import { TableUnavailable } from "../host/gap.ts";
import type { GapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { requiredOutput } from "../host/tool-output.ts";

const tool = "/usr/libexec/ApplicationFirewall/socketfilterfw";

/** Settings of the application firewall; null where an answer was not understood. */
export interface AppFirewall {
  /** 0 off, 1 on, 2 blocks all incoming connections except essential services. */
  state: number | null;
  stealth: number | null;
  allowSigned: number | null;
  logging: number | null;
}

export interface AppRule {
  path: string;
  blocked: boolean;
}

/**
 * Asks the tool: macOS 15 no longer has a settings file, and each release words the answers
 * differently.
 */
export async function readAppFirewall(read: GapReader): Promise<AppFirewall> {
  const state = parseState(await requiredOutput(read.host, tool, ["--getglobalstate"]));
  if (state === null) throw new TableUnavailable("error", "socketfilterfw: no state in its output");
  const ask = async (option: string, column: string) => {
    const readColumn = read.forColumns([column]);
    const text = await readColumn.output(tool, option);
    const value = text === undefined ? null : parseSwitch(text);
    if (text !== undefined && value === null)
      readColumn.report({ reason: "error", detail: `socketfilterfw ${option}: not understood` });
    return value;
  };
  const blockAll = state === 1 ? await ask("--getblockall", "global_state") : null;
  return {
    state: blockAll === 1 ? 2 : state,
    stealth: await ask("--getstealthmode", "stealth_enabled"),
    allowSigned: await ask("--getallowsigned", "allow_signed_enabled"),
    logging: await ask("--getloggingmode", "logging_enabled"),
  };
}

export const readAppRules = async (host: Host): Promise<AppRule[]> =>
  parseAppRules(await requiredOutput(host, tool, ["--listapps"]));

/** "Firewall is enabled. (State = 1)" */
export function parseState(text: string): number | null {
  const state = /\(State = ([012])\)/.exec(text)?.[1];
  return state === undefined ? null : Number(state);
}

/** "Stealth mode enabled", "Firewall stealth mode is on", "Block all DISABLED!", "… state set to disabled." */
export function parseSwitch(text: string): number | null {
  const word = /\b(enabled|disabled|on|off)\b/i.exec(text)?.[1]?.toLowerCase();
  if (word === undefined) return null;
  return Number(word === "enabled" || word === "on");
}

/** "1 :  /Applications/Slack.app" with "( Allow incoming connections )" on the line after it. */
export function parseAppRules(text: string): AppRule[] {
  const rules: AppRule[] = [];
  let path: string | undefined;
  for (const line of text.split("\n")) {
    const app = /^\s*\d+ :\s+(\S.*)$/.exec(line);
    if (app) path = app[1]!.trim();
    const verdict = /^\s*\(\s*(Allow|Block)\b.*\)\s*$/i.exec(line)?.[1];
    if (verdict && path) rules.push({ path, blocked: verdict.toLowerCase() === "block" });
    if (verdict) path = undefined;
  }
  return rules;
}
