import type { Collected, CollectedTable } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { choice, filled, text } from "../powershell/values.ts";

/** Reads the active store: the effective settings, including group policy. */
export const windowsFirewallProfilesScript = powershellScript({
  profiles:
    "Get-NetFirewallProfile -PolicyStore ActiveStore | Select-Object Name,Enabled,DefaultInboundAction,DefaultOutboundAction,AllowLocalFirewallRules,NotifyOnListen,LogAllowed,LogBlocked,LogFileName",
});

export function parseWindowsFirewallProfiles(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows = answer.required("profiles").map((profile) => ({
    name: text(profile.Name),
    enabled: setting(profile.Enabled),
    default_inbound_action: actionOf(profile.DefaultInboundAction, "Block"),
    default_outbound_action: actionOf(profile.DefaultOutboundAction, "Allow"),
    allow_local_rules: setting(profile.AllowLocalFirewallRules),
    notify_on_listen: setting(profile.NotifyOnListen),
    log_allowed: setting(profile.LogAllowed),
    log_blocked: setting(profile.LogBlocked),
    log_path: filled(profile.LogFileName),
  }));
  return { rows, gaps: answer.gaps };
}

const booleans = { 0: "False", 1: "True", 2: "NotConfigured" };

/** NULL when no policy sets it. */
function setting(value: unknown): number | null {
  const named = choice(value, booleans);
  return named === "True" || named === "False" ? Number(named === "True") : null;
}

/**
 * Windows' defaults apply where nothing is configured: block unsolicited inbound, allow outbound.
 */
const actionOf = (value: unknown, shipped: string) => {
  const action = choice(value, { 0: "NotConfigured", 2: "Allow", 4: "Block" });
  return action === "NotConfigured" ? shipped : action;
};

/**
 * One row per Windows firewall profile. osquery has no table that shows whether the firewall is on.
 */
export const windowsFirewallProfiles: CollectedTable = {
  name: "windows_firewall_profiles",
  description: "Windows firewall profiles: whether each is on, and its default actions.",
  platforms: ["win32"],
  columns: {
    name: "TEXT",
    enabled: "INTEGER",
    default_inbound_action: "TEXT",
    default_outbound_action: "TEXT",
    allow_local_rules: "INTEGER",
    notify_on_listen: "INTEGER",
    log_allowed: "INTEGER",
    log_blocked: "INTEGER",
    log_path: "TEXT",
  },
  collect: collectWith(windowsFirewallProfilesScript, parseWindowsFirewallProfiles),
};
