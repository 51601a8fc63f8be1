import { type LoginMethod, type Refusal, refusedBy, type SshLogin, settingOf } from "./login.ts";

/** The option that enables each method. */
export const methodSwitches: Record<string, string> = {
  publickey: "PubkeyAuthentication",
  password: "PasswordAuthentication",
  "keyboard-interactive": "KbdInteractiveAuthentication",
  hostbased: "HostbasedAuthentication",
  "gssapi-with-mic": "GSSAPIAuthentication",
};

/** Why a method never succeeds for the account. */
export function methodRefusal(login: SshLogin): Refusal | undefined {
  const { method } = login;
  if (!isOn(login, method)) return refusedBy(login, methodSwitches[method]!);
  if (!alternatives(login).some((needed) => needed.includes(method)))
    return refusedBy(login, "AuthenticationMethods");
  if (method === "publickey") return withoutKeys(login);
  // its prompts come from PAM
  if (method === "keyboard-interactive" && settingOf(login, "UsePAM") === "no")
    return refusedBy(login, "UsePAM");
  return method === "hostbased" ? undefined : withoutPassword(login);
}

/** What a login requires besides its method, or the limits of its session. */
export function loginCaveat(login: SshLogin): Refusal | undefined {
  if (!alternatives(login).some((needed) => needed.length === 1 && needed[0] === login.method))
    return refusedBy(login, "AuthenticationMethods");
  const chroot = settingOf(login, "ChrootDirectory");
  if (chroot !== "" && chroot !== "none") return refusedBy(login, "ChrootDirectory");
  if (!asksPassword(login)) return undefined;
  if (settingOf(login, "UsePAM") === "yes" && login.pamPasswords.acceptsAny)
    return { reason: "any password", source: pamFile };
  return login.password?.kind === "empty"
    ? { reason: "an empty password", source: "/etc/shadow" }
    : undefined;
}

export const asksPassword = ({ method }: SshLogin): boolean =>
  method === "password" || method === "keyboard-interactive";

const isOn = (login: SshLogin, method: string) =>
  settingOf(login, methodSwitches[method] ?? "") === "yes";

/** Alternative sets of methods; as in sshd, a set with a disabled method is dropped. */
function alternatives(login: SshLogin): string[][] {
  const setting = settingOf(login, "AuthenticationMethods");
  if (setting === "any" || setting === "") return [[login.method satisfies LoginMethod]];
  return setting
    .split(" ")
    .map((list) => list.split(",").map((item) => item.replace(/:.*$/, "")))
    .filter((needed) => needed.every((method) => isOn(login, method)));
}

function withoutKeys(login: SshLogin): Refusal | undefined {
  const sources = ["AuthorizedKeysFile", "AuthorizedKeysCommand", "TrustedUserCAKeys"];
  const none = sources.every((option) => settingOf(login, option).toLowerCase() === "none");
  return none ? refusedBy(login, "AuthorizedKeysFile") : undefined;
}

const pamFile = "/etc/pam.d/sshd";

function withoutPassword(login: SshLogin): Refusal | undefined {
  const { password, pamPasswords } = login;
  const byPam = settingOf(login, "UsePAM") === "yes";
  if (byPam && pamPasswords.acceptsAny) return undefined;
  if (byPam && pamPasswords.acceptsRight === false)
    return { reason: "PAM refuses passwords", source: pamFile };
  if (!password || password.kind === "usable") return undefined;
  if (password.kind === "none")
    return {
      reason: password.locked ? "password locked" : "no password set",
      source: "/etc/shadow",
    };
  if (settingOf(login, "PermitEmptyPasswords") !== "yes")
    return refusedBy(login, "PermitEmptyPasswords");
  return byPam && pamPasswords.acceptsEmpty === false
    ? { reason: "pam_unix without nullok", source: pamFile }
    : undefined;
}
