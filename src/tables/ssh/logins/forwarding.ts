import type { Settings } from "../../parsers/sshd/effective.ts";
import { type SshLogin, settingOf } from "./login.ts";

/** Options that only decide what a login may forward. */
export const forwardingOptions = ["AllowTcpForwarding", "DisableForwarding", "PermitOpen"] as const;

interface Forwarding {
  forwarding: number | null;
  forwarding_reason: string | null;
}

/**
 * The login of a client that opens no session: it needs a shell that could be run, but isn't confined
 * to a folder or refused for MaxSessions 0 (sshd_config(5)).
 */
export const withoutSession = (login: SshLogin): SshLogin => ({
  ...login,
  shellRefusal: login.missingShell,
  settings: new Map([
    ...login.settings,
    ["ChrootDirectory", { values: ["none"], source: "" }],
    ["MaxSessions", { values: ["10"], source: "" }],
  ]),
});

/** Whether a client may have sshd connect to others, given whether it gets in without a session. */
export function forwardingOf(
  login: SshLogin,
  known: Settings,
  { allowed, reason }: { allowed: number | null; reason: string },
): Forwarding {
  if (allowed === 0) return { forwarding: null, forwarding_reason: null };
  if (allowed === null) return { forwarding: allowed, forwarding_reason: reason };
  // As PAM demands a new password, sshd turns off all forwarding.
  if (login.password?.mustChange && settingOf(login, "UsePAM") === "yes")
    return { forwarding: 0, forwarding_reason: "password expired" };
  const missing = forwardingOptions.find((option) => !known.has(option));
  if (missing) return { forwarding: null, forwarding_reason: `${missing} is not known` };
  const refusal = refusedBySetting(login);
  if (refusal) return { forwarding: 0, forwarding_reason: refusal };
  const places = known.get("PermitOpen")?.values ?? [];
  const limit = places[0] === "any" ? "" : `PermitOpen ${places.join(" ")}`;
  return { forwarding: 1, forwarding_reason: limit || reason };
}

function refusedBySetting(login: SshLogin): string | undefined {
  if (settingOf(login, "DisableForwarding") === "yes") return "DisableForwarding yes";
  const tcp = settingOf(login, "AllowTcpForwarding");
  if (tcp === "no" || tcp === "remote") return `AllowTcpForwarding ${tcp}`;
  return settingOf(login, "PermitOpen") === "none" ? "PermitOpen none" : undefined;
}
