import type { Account } from "../../accounts/local-accounts.ts";
import type { Settings } from "../../parsers/sshd/effective.ts";
import type { LoginPassword } from "./login-password.ts";

export const loginMethods = ["publickey", "password", "keyboard-interactive", "hostbased"] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** One way of one account to log in, with all that sshd looks at before it lets it. */
export interface SshLogin {
  method: LoginMethod;
  account: Account;
  /** Names of the account's groups. */
  groups: string[];
  /** What sshd holds the connection to. */
  settings: Settings;
  /** Whether a list of client patterns matches the connection. */
  isFrom(list: string): boolean;
  /** Undefined where it is not known. */
  password: LoginPassword | undefined;
  /** Days since 1970. */
  today: number;
  /** Why the account's shell gives no session; undefined when it does. */
  shellRefusal: string | undefined;
  /** /etc/nologin or /run/nologin, when it is there. */
  nologinFile: string | undefined;
}

/** What keeps a login out, or what else it takes. */
export interface Refusal {
  reason: string;
  /** Where that stands: "/etc/ssh/sshd_config:12". */
  source: string;
}

export const settingOf = ({ settings }: SshLogin, option: string): string =>
  settings.get(option)?.values[0] ?? "";

export const listOf = ({ settings }: SshLogin, option: string): string[] =>
  settings.get(option)?.values ?? [];

/** A refusal by an option, as it is set. */
export const refusedBy = (login: SshLogin, option: string): Refusal => ({
  reason: `${option} ${settingOf(login, option)}`.trim(),
  source: login.settings.get(option)?.source ?? "",
});
