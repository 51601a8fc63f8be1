import {
  type Account,
  type Group,
  parseGroup,
  readAccounts,
} from "../../accounts/local-accounts.ts";
import { type LoginPassword, readLoginPasswords, today } from "../../accounts/login-password.ts";
import { TableUnavailable, unavailableFor } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { parseDisabled } from "../../parsers/launchctl.ts";
import { effectiveGlobals, type Settings } from "../../parsers/sshd/effective.ts";
import type { ParsedSshdConfig } from "../../parsers/sshd/parse.ts";
import { readSshdConfig, sshdConfigPath } from "../server/sshd-files.ts";
import { listeningTcpPorts } from "./listening-tcp.ts";
import { pamAccountModules } from "./pam-account.ts";

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
  today: number;
  nologinFile: string | undefined;
  /** Why logins on a port are impossible; undefined when they are possible or it is unknown. */
  closedReason(port: number): string | undefined;
  /** Modules that refuse accounts by rules that are not read here. */
  unreadRules(account: Account): string | undefined;
}

/** Throws `TableUnavailable` when there is no sshd or its configuration is unreadable. */
export async function readSshServer(read: GapReader): Promise<SshServer> {
  const config = readSshdConfig(read);
  if (!config)
    throw new TableUnavailable("table_missing", `${sshdConfigPath}: not found, no sshd installed`);
  const globals = effectiveGlobals(config);
  if (globals.size === 0 && read.gaps[0]) throw unavailableFor(read.gaps[0]);
  const ports = portsOf(globals);
  const accounts = readAccounts(read.host);
  const groups = parseGroup(read.text("/etc/group") ?? "");
  const isMac = read.host.platform === "darwin";
  return {
    host: read.host,
    config,
    globals,
    ports,
    accounts,
    groups,
    passwords: isMac
      ? undefined
      : readLoginPasswords(read.forColumns(["allowed", "reason"]), accounts),
    today: today(read.host),
    nologinFile: ["/etc/nologin", "/run/nologin"].find((path) => read.host.exists(path)),
    closedReason: isMac ? await closedOnMac(read) : closedPorts(read, ports),
    unreadRules: isMac ? accessGroup(groups) : pamRules(read),
  };
}

/** Listening addresses include their ports: "[::]:22", optionally with " rdomain x". */
function portsOf(globals: Settings): number[] {
  const addresses = globals.get("ListenAddress")?.values ?? [":22"];
  return [...new Set(addresses.map((address) => Number(/:(\d+)( |$)/.exec(address)?.[1] ?? 22)))];
}

function closedPorts(read: GapReader, ports: number[]): SshServer["closedReason"] {
  const listening = listeningTcpPorts(read);
  if (!listening) return () => undefined;
  if (!ports.some((port) => listening.has(port))) return () => "no sshd runs";
  return (port) => (listening.has(port) ? undefined : `nothing listens on port ${port}`);
}

/** launchd listens for sshd unless Remote Login is disabled. */
async function closedOnMac(read: GapReader): Promise<SshServer["closedReason"]> {
  const switches = await read.output("launchctl", "print-disabled", "system");
  const isOff = parseDisabled(switches ?? "").some(
    ({ label, disabled }) => label === "com.openssh.sshd" && disabled,
  );
  return () => (isOff ? "no sshd runs" : undefined);
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

function pamRules(read: GapReader): SshServer["unreadRules"] {
  const modules = pamAccountModules(read);
  return () => modules[0];
}
