import {
  type Account,
  type Group,
  parseGroup,
  readAccounts,
} from "../../accounts/local-accounts.ts";
import { type LoginPassword, readLoginPasswords, today } from "../../accounts/login-password.ts";
import { unavailableFor } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { parseDisabled } from "../../parsers/launchctl.ts";
import { effectiveGlobals, type Settings } from "../../parsers/sshd/effective.ts";
import type { ParsedSshdConfig } from "../../parsers/sshd/parse.ts";
import { portsOf } from "../server/ports.ts";
import { readSshdConfigs } from "../server/sshd-files.ts";
import { type HostsPolicy, readHostsPolicy } from "./hosts-policy.ts";
import { type Listener, tcpListeners } from "./listeners.ts";
import { noPamRules, type PamPolicy, readPamPolicy } from "./pam-policy.ts";

/** Everything on the host that its SSH logins depend on, read once. */
export interface SshServer {
  host: Host;
  config: ParsedSshdConfig;
  globals: Settings;
  ports: number[];
  accounts: Account[];
  groups: Group[];
  /** Undefined where they can't be read or are stored elsewhere (macOS). */
  passwords: Map<string, LoginPassword> | undefined;
  arePasswordsUnread: boolean;
  today: number;
  nologinFile: string | undefined;
  /** Why logins on a port are impossible; undefined when they are possible or it is unknown. */
  closedReason(port: number): string | undefined;
  /** Addresses of this host at which a port is reached, none if nothing listens; undefined when unknown. */
  addressesOf(port: number): string[] | undefined;
  /** What PAM makes of logins through sshd. */
  pam: PamPolicy;
  hosts: HostsPolicy;
  /** A group that refuses accounts by members that are not read here. */
  unreadRules(account: Account): string | undefined;
}

/** Every sshd of the host; none where none is installed. Throws `TableUnavailable` without its configuration. */
export async function readSshServers(read: GapReader): Promise<SshServer[]> {
  const configs = readSshdConfigs(read);
  if (configs.length === 0) return [];
  const accounts = readAccounts(read.host);
  const groups = parseGroup(read.text("/etc/group") ?? "");
  const isMac = read.host.platform === "darwin";
  const passwords = isMac
    ? undefined
    : readLoginPasswords(read.forColumns(["allowed", "reason"]), accounts);
  const listeners = isMac ? undefined : tcpListeners(read);
  const isOffOnMac = isMac && (await isRemoteLoginOff(read));
  const shared = {
    host: read.host,
    accounts,
    groups,
    passwords,
    arePasswordsUnread: !isMac && passwords === undefined,
    today: today(read.host),
    nologinFile: ["/etc/nologin", "/run/nologin"].find((path) => read.host.exists(path)),
    addressesOf: (port: number) => {
      if (isMac) return ["0.0.0.0"];
      return listeners && (listeners.get(port)?.addresses ?? []);
    },
    pam: isMac ? noPamRules : readPamPolicy(read),
    hosts: readHostsPolicy(read),
    unreadRules: isMac ? accessGroup(groups) : () => undefined,
  };
  return configs.map((config) => {
    const globals = effectiveGlobals(config);
    if (globals.size === 0 && read.gaps[0]) throw unavailableFor(read.gaps[0]);
    const ports = portsOf(globals);
    const closedReason = isMac
      ? () => (isOffOnMac ? "no sshd runs" : undefined)
      : closedPorts(listeners, ports);
    return { ...shared, config, globals, ports, closedReason };
  });
}

function closedPorts(
  listeners: Map<number, Listener> | undefined,
  ports: number[],
): SshServer["closedReason"] {
  if (!listeners) return () => undefined;
  if (!ports.some((port) => listeners.has(port))) return () => "no sshd runs";
  return (port) => {
    const listener = listeners.get(port);
    if (!listener) return `nothing listens on port ${port}`;
    return listener.otherProgram && `port ${port} is ${listener.otherProgram}'s`;
  };
}

/** launchd listens for sshd unless Remote Login is disabled. */
async function isRemoteLoginOff(read: GapReader): Promise<boolean> {
  const switches = await read.output("launchctl", "print-disabled", "system");
  return parseDisabled(switches ?? "").some(
    ({ label, disabled }) => label === "com.openssh.sshd" && disabled,
  );
}

const macAccessGroup = "com.apple.access_ssh";

/**
 * If Remote Login is restricted, allowed users are in this group, which may contain groups of a
 * directory service.
 */
function accessGroup(groups: Group[]): SshServer["unreadRules"] {
  const allowed = groups.find(({ name }) => name === macAccessGroup);
  return ({ name }) => (!allowed || allowed.members.includes(name) ? undefined : macAccessGroup);
}
