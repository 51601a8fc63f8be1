import { matchesGlob } from "../../parsers/sshd/match.ts";
import { splitUserAtHost } from "./connection-kinds.ts";
import { listOf, type Refusal, refusedBy, type SshLogin, settingOf } from "./login.ts";

/**
 * Why an account can't log in by any method, or as root not by this one. Measured with OpenSSH 9.2
 * and Linux-PAM 1.5.2: "!" before the hash blocks keys only without PAM, "*" never does; with PAM
 * an account expires on its expiry day, without it a day later.
 */
export const accountRefusal = (login: SshLogin): Refusal | undefined =>
  lockedOut(login) ??
  expired(login) ??
  listedOut(login) ??
  refusedRoot(login) ??
  endedSession(login);

const inShadow = (reason: string): Refusal => ({ reason, source: "/etc/shadow" });

const lockedOut = (login: SshLogin) =>
  login.password?.locked && settingOf(login, "UsePAM") === "no"
    ? inShadow("account locked")
    : undefined;

function expired(login: SshLogin): Refusal | undefined {
  const { password, today, method } = login;
  if (!password) return undefined;
  const { expire, lapsed, mustChange } = password;
  const byPam = settingOf(login, "UsePAM") === "yes";
  if (expire >= 0 && today > (byPam ? expire - 1 : expire)) return inShadow("account expired");
  if (!byPam) return undefined;
  if (lapsed) return inShadow("account inactive since its password expired");
  // the session first asks for the old password, which someone with a stolen key doesn't have
  return mustChange && method === "publickey" ? inShadow("password expired") : undefined;
}

function listedOut(login: SshLogin): Refusal | undefined {
  const listed = (option: string) => listOf(login, option).find((item) => isUser(login, item));
  const inGroup = (option: string) =>
    listOf(login, option).find((glob) => login.groups.some((name) => matchesGlob(name, glob)));
  const named = (option: string, item = ""): Refusal => ({
    ...refusedBy(login, option),
    reason: `${option} ${item}`.trim(),
  });
  const deniedUser = listed("DenyUsers");
  if (deniedUser !== undefined) return named("DenyUsers", deniedUser);
  if (listOf(login, "AllowUsers").length > 0 && listed("AllowUsers") === undefined)
    return named("AllowUsers");
  const deniedGroup = inGroup("DenyGroups");
  if (deniedGroup !== undefined) return named("DenyGroups", deniedGroup);
  if (listOf(login, "AllowGroups").length > 0 && inGroup("AllowGroups") === undefined)
    return named("AllowGroups");
  return undefined;
}

/** Unlike in Match, patterns can't be negated here. */
function isUser(login: SshLogin, item: string): boolean {
  const { user, host } = splitUserAtHost(item);
  return matchesGlob(login.account.name, user) && (host === undefined || login.matchesClient(host));
}

/** "forced-commands-only" only accepts keys with a forced command, so nobody gets a shell. */
function refusedRoot(login: SshLogin): Refusal | undefined {
  if (login.account.uid !== 0) return undefined;
  const setting = settingOf(login, "PermitRootLogin");
  const usesKey = login.method === "publickey" || login.method === "hostbased";
  const allowed = setting === "yes" || (setting === "prohibit-password" && usesKey);
  return allowed ? undefined : refusedBy(login, "PermitRootLogin");
}

/** Logins that succeed but give no usable session. */
function endedSession(login: SshLogin): Refusal | undefined {
  const { shellRefusal, nologinFile, account } = login;
  if (shellRefusal) return { reason: shellRefusal, source: "/etc/passwd" };
  if (nologinFile && account.uid !== 0) return { reason: nologinFile, source: nologinFile };
  return settingOf(login, "MaxSessions") === "0" ? refusedBy(login, "MaxSessions") : undefined;
}
