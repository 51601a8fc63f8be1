import type { Collected, CollectedTable } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { choice, filled, text } from "../powershell/values.ts";

/** From the active store: what is in force, group policies included. */
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

/** A switch that no policy sets is NULL. */
function setting(value: unknown): number | null {
  const named = choice(value, booleans);
  return named === "True" || named === "False" ? Number(named === "True") : null;
}

/** What isn't configured is as Windows ships it: nothing in that isn't asked for, everything out. */
const actionOf = (value: unknown, shipped: string) => {
  const action = choice(value, { 0: "NotConfigured", 2: "Allow", 4: "Block" });
  return action === "NotConfigured" ? shipped : action;
};

/** One profile of the Windows firewall a row. osquery has no table that says whether it is on. */
export const windowsFirewallProfiles: CollectedTable = {
  name: "windows_firewall_profiles",
  description:
    "Profiles of the Windows firewall: whether each is on, and what it does without a rule.",
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
