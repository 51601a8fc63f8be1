import type { Account } from "../../accounts/local-accounts.ts";
import type { LoginPassword } from "../../accounts/login-password.ts";
import type { PasswordCheck } from "../../pam/password-check.ts";
import type { Settings } from "../../parsers/sshd/effective.ts";

export const loginMethods = ["publickey", "password", "keyboard-interactive", "hostbased"] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** A login of one account by one method, with everything sshd checks. */
export interface SshLogin {
  method: LoginMethod;
  account: Account;
  /** Names of the account's groups. */
  groups: string[];
  /** sshd's settings for the connection. */
  settings: Settings;
  /** Whether a list of client patterns matches the connection. */
  matchesClient(list: string): boolean;
  /** Undefined when unknown. */
  password: LoginPassword | undefined;
  /** What PAM makes of passwords. */
  pamPasswords: PasswordCheck;
  /** Days since 1970. */
  today: number;
  /** Why the account's shell gives no session; undefined when it does. */
  shellRefusal: string | undefined;
  /** Why the account's shell can't be run; undefined when it can. */
  missingShell: string | undefined;
  /** /etc/nologin or /run/nologin, when present. */
  nologinFile: string | undefined;
}

/** Why a login is refused, or what it requires besides. */
export interface Refusal {
  reason: string;
  /** The setting's position: "/etc/ssh/sshd_config:12". */
  source: string;
}

export const settingOf = ({ settings }: SshLogin, option: string): string =>
  settings.get(option)?.values[0] ?? "";

export const listOf = ({ settings }: SshLogin, option: string): string[] =>
  settings.get(option)?.values ?? [];

/** A refusal by an option, with its setting. */
export const refusedBy = (login: SshLogin, option: string): Refusal => ({
  reason: `${option} ${settingOf(login, option)}`.trim(),
  source: login.settings.get(option)?.source ?? "",
});
