import type { Account } from "../../accounts/local-accounts.ts";
import type { Settings } from "../../parsers/sshd/effective.ts";
import { keyFilesOf } from "../server/authorized-keys-files.ts";
import { passesStrictModes } from "../server/strict-modes.ts";
import { accountRefusal } from "./account-refusal.ts";
import { type ConnectionKind, isFromClient, type LoginTarget } from "./connection-kinds.ts";
import { forwardingOf, forwardingOptions, withoutSession } from "./forwarding.ts";
import { type LoginMethod, type SshLogin, settingOf } from "./login.ts";
import { asksPassword, loginCaveat, methodRefusal, methodSwitches } from "./method-refusal.ts";
import type { SshServer } from "./server.ts";

/** The outcome of a login by one method, for one kind of connection. */
export interface LoginOutcome {
  /** NULL when it can't be decided. */
  allowed: number | null;
  reason: string;
  source: string;
  forced_command: string;
  /** Whether a client may forward TCP connections, even without a session. */
  forwarding: number | null;
  /** Why not or what limits it; NULL where `reason` is. Both NULL: it is refused in any case. */
  forwarding_reason: string | null;
  /** Files of public keys; NULL for other methods and when unknown. */
  key_files: string | null;
  /** Settings for keys that a Match block makes; NULL where those of the whole server hold. */
  key_algorithms: string | null;
  ca_algorithms: string | null;
  rsa_bits: number | null;
  revoked_keys: string | null;
}

/** Values of options that refuse nobody, for options whose value is unknown. */
const permissive: Record<string, string[]> = {
  AllowGroups: [],
  AllowUsers: [],
  AuthenticationMethods: ["any"],
  AuthorizedKeysCommand: ["unknown"],
  AuthorizedKeysFile: ["unknown"],
  CASignatureAlgorithms: [],
  ChrootDirectory: ["none"],
  DenyGroups: [],
  DenyUsers: [],
  ForceCommand: ["none"],
  HostbasedAcceptedAlgorithms: [],
  HostbasedAuthentication: ["yes"],
  KbdInteractiveAuthentication: ["yes"],
  ListenAddress: [],
  MaxSessions: ["10"],
  PasswordAuthentication: ["yes"],
  PermitEmptyPasswords: ["yes"],
  PermitRootLogin: ["yes"],
  PubkeyAcceptedAlgorithms: [],
  PubkeyAuthentication: ["yes"],
  RequiredRSASize: ["0"],
  RevokedKeys: ["none"],
  StrictModes: ["yes"],
  TrustedUserCAKeys: ["unknown"],
  UsePAM: ["unknown"],
};

/** Options that decide about logins and what they may forward. */
export const loginOptions: ReadonlySet<string> = new Set([
  ...Object.keys(permissive),
  ...forwardingOptions,
]);

export interface Attempt {
  method: LoginMethod;
  account: Account;
  target: LoginTarget;
  kind: ConnectionKind;
  /** sshd's settings for it; those that depend on an unreadable file are left out. */
  known: Settings;
  shellRefusal: string | undefined;
  missingShell: string | undefined;
}

export function loginOutcome(server: SshServer, attempt: Attempt): LoginOutcome {
  const { method, account, target, kind, known, shellRefusal, missingShell } = attempt;
  const login: SshLogin = {
    method,
    account,
    groups: target.groups,
    shellRefusal,
    missingShell,
    settings: new Map([...Object.entries(permissive).map(unset), ...known]),
    matchesClient: (list) => isFromClient(list, kind),
    password: server.passwords?.get(account.name),
    pamPasswords: server.pam.passwords,
    today: server.today,
    nologinFile: server.nologinFile,
  };
  const forced = settingOf(login, "ForceCommand");
  const terms = { known, port: target.port };
  const verdict = verdictOf(server, login, terms);
  const sessionless = verdictOf(server, withoutSession(login), terms);
  const { forwarding, forwarding_reason } = forwardingOf(login, known, sessionless);
  return {
    ...verdict,
    forwarding,
    forwarding_reason: forwarding_reason === verdict.reason ? null : forwarding_reason,
    forced_command: forced === "none" ? "" : forced,
    key_files: method === "publickey" ? keyFiles(server, account, known) : null,
    ...keySettings(server, method, known),
  };
}

const unset = ([option, values]: [string, string[]]) => [option, { values, source: "" }] as const;

function verdictOf(
  server: SshServer,
  login: SshLogin,
  { known, port }: { known: Settings; port: number },
): Pick<LoginOutcome, "allowed" | "reason" | "source"> {
  const closed = server.closedReason(port);
  if (closed) return { allowed: 0, reason: closed, source: "" };
  const hosts = server.hosts.refusalOf((pattern) => login.matchesClient(pattern));
  if (hosts) return { allowed: 0, ...hosts };
  const refusal = accountRefusal(login) ?? methodRefusal(login);
  if (refusal) return { allowed: 0, ...refusal };
  const missing = Object.keys(permissive).find((option) => !known.has(option));
  if (hosts === null) return unread("hosts.allow and hosts.deny");
  if (missing) return { allowed: null, reason: `${missing} is not known`, source: "" };
  const rules = settingOf(login, "UsePAM") === "yes" && server.unreadRules(login.account);
  if (rules) return unread(rules);
  const barred = byPam(server, login);
  if (barred) return barred;
  if (server.arePasswordsUnread && asksPassword(login))
    return { allowed: null, reason: "the password is not known", source: "" };
  const source = known.get(methodSwitches[login.method]!)?.source ?? "";
  return { allowed: 1, ...(loginCaveat(login) ?? { reason: "", source }) };
}

/** Whether an undecided login hangs on rules that no table reads. */
export const isRuleUnread = (reason: string): boolean => reason.startsWith("the rules of ");

const unread = (rules: string) => ({
  allowed: null,
  reason: `the rules of ${rules} are not known`,
  source: "",
});

/** PAM's own refusal, or that it can't be told. */
function byPam({ pam }: SshServer, login: SshLogin) {
  if (settingOf(login, "UsePAM") !== "yes") return undefined;
  const verdict = pam.verdictOn({
    user: login.account.name,
    uid: login.account.uid,
    gid: login.account.gid,
    groups: login.groups,
    isFrom: (pattern) => login.matchesClient(pattern),
  });
  if (!verdict) return undefined;
  if (verdict.accepts === null) return unread(verdict.module);
  return { allowed: 0, reason: `PAM: ${verdict.module}`, source: verdict.source };
}

const acceptedBy: Partial<Record<LoginMethod, string>> = {
  publickey: "PubkeyAcceptedAlgorithms",
  hostbased: "HostbasedAcceptedAlgorithms",
};

/** What a Match block sets for keys. */
function keySettings(server: SshServer, method: LoginMethod, known: Settings) {
  const inBlock = (option: string): string | null => {
    const setting = known.get(option);
    const isGlobal = setting?.source === server.globals.get(option)?.source;
    return setting && !isGlobal ? setting.values.join(",") : null;
  };
  const accepted = acceptedBy[method];
  const key_algorithms = accepted === undefined ? null : inBlock(accepted);
  if (method !== "publickey") return { ...sameSettings, key_algorithms };
  const bits = inBlock("RequiredRSASize");
  return {
    key_algorithms,
    ca_algorithms: inBlock("CASignatureAlgorithms"),
    rsa_bits: bits === null ? null : Number(bits),
    revoked_keys: inBlock("RevokedKeys"),
  };
}

/** Where no Match block sets any. */
export const sameSettings = {
  key_algorithms: null,
  ca_algorithms: null,
  rsa_bits: null,
  revoked_keys: null,
};

/** Files whose keys sshd accepts, one per line. */
function keyFiles(server: SshServer, account: Account, known: Settings): string | null {
  const value = known.get("AuthorizedKeysFile")?.values[0];
  if (value === undefined) return null;
  const files = keyFilesOf(value, account);
  if (known.get("StrictModes")?.values[0] === "no") return files.join("\n");
  const { host, accounts, groups } = server;
  const privateGroups = host.exists("/etc/debian_version");
  const owner = { account, accounts, groups, privateGroups };
  return files.filter((path) => passesStrictModes(host, path, owner)).join("\n");
}
