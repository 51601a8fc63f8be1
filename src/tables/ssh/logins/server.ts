import {
  type Account,
  type Group,
  parseGroup,
  readAccounts,
} from "../../accounts/local-accounts.ts";
import { type Gap, TableUnavailable, unavailableFor } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { readOptional } from "../../host/read-optional.ts";
import { optionalOutput } from "../../host/tool-output.ts";
import { parseDisabled } from "../../parsers/launchctl.ts";
import { effectiveGlobals, type Settings } from "../../parsers/sshd/effective.ts";
import type { ParsedSshdConfig } from "../../parsers/sshd/parse.ts";
import { readSshdConfig, sshdConfigPath } from "../server/sshd-files.ts";
import { listeningTcpPorts } from "./listening-tcp.ts";
import { type LoginPassword, readLoginPasswords, today } from "./login-password.ts";
import { pamAccountModules } from "./pam-account.ts";

/** What a host's SSH logins hang on, read once. */
export interface SshServer {
  host: Host;
  config: ParsedSshdConfig;
  globals: Settings;
  ports: number[];
  accounts: Account[];
  groups: Group[];
  /** Undefined where they can't be read, or are kept elsewhere (macOS). */
  passwords: Map<string, LoginPassword> | undefined;
  today: number;
  nologinFile: string | undefined;
  /** Why a port can't be logged in at; undefined when it can, or nobody knows. */
  closed(port: number): string | undefined;
  /** What turns accounts away by rules that are not read here. */
  otherRules(account: Account): string | undefined;
}

/** Throws `TableUnavailable` where there is no sshd or its configuration can't be read at all. */
export async function readSshServer(host: Host, gaps: Gap[]): Promise<SshServer> {
  const config = readSshdConfig(host, gaps);
  if (!config)
    throw new TableUnavailable("table_missing", `${sshdConfigPath}: not there, no sshd installed`);
  const globals = effectiveGlobals(config);
  if (globals.size === 0 && gaps[0]) throw unavailableFor(gaps[0]);
  const ports = portsOf(globals);
  const accounts = readAccounts(host);
  const groups = parseGroup(readOptional(host, "/etc/group", gaps) ?? "");
  const isMac = host.platform === "darwin";
  return {
    host,
    config,
    globals,
    ports,
    accounts,
    groups,
    passwords: isMac ? undefined : readLoginPasswords(host, accounts, gaps),
    today: today(host),
    nologinFile: ["/etc/nologin", "/run/nologin"].find((path) => host.exists(path)),
    closed: isMac ? await closedOnMac(host, gaps) : closedPorts(host, ports, gaps),
    otherRules: isMac ? accessGroup(groups) : pamRules(host, gaps),
  };
}

/** Listening addresses carry their ports: "[::]:22", perhaps with " rdomain x". */
function portsOf(globals: Settings): number[] {
  const addresses = globals.get("ListenAddress")?.values ?? [":22"];
  return [...new Set(addresses.map((address) => Number(/:(\d+)( |$)/.exec(address)?.[1] ?? 22)))];
}

function closedPorts(host: Host, ports: number[], gaps: Gap[]): SshServer["closed"] {
  const listening = listeningTcpPorts(host, gaps);
  if (!listening) return () => undefined;
  if (!ports.some((port) => listening.has(port))) return () => "no sshd runs";
  return (port) => (listening.has(port) ? undefined : `nothing listens on port ${port}`);
}

/** launchd listens for sshd, unless Remote Login is switched off. */
async function closedOnMac(host: Host, gaps: Gap[]): Promise<SshServer["closed"]> {
  const switches = await optionalOutput(host, ["launchctl", "print-disabled", "system"], { gaps });
  const isOff = parseDisabled(switches ?? "").some(
    ({ label, disabled }) => label === "com.openssh.sshd" && disabled,
  );
  return () => (isOff ? "no sshd runs" : undefined);
}

const macAccessGroup = "com.apple.access_ssh";

/** Where Remote Login is for some only, they are in a group, which may hold others of a directory service. */
function accessGroup(groups: Group[]): SshServer["otherRules"] {
  const allowed = groups.find(({ name }) => name === macAccessGroup);
  return ({ name }) => (!allowed || allowed.members.includes(name) ? undefined : macAccessGroup);
}

function pamRules(host: Host, gaps: Gap[]): SshServer["otherRules"] {
  const modules = pamAccountModules(host, gaps);
  return () => modules[0];
}
