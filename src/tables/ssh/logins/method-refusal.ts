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
  const asksPassword = login.method === "password" || login.method === "keyboard-interactive";
  return asksPassword && login.password?.kind === "empty"
    ? { reason: "an empty password", source: "/etc/shadow" }
    : undefined;
}

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

function withoutPassword(login: SshLogin): Refusal | undefined {
  const { password } = login;
  if (!password || password.kind === "usable") return undefined;
  if (password.kind === "none")
    return {
      reason: password.locked ? "password locked" : "no password set",
      source: "/etc/shadow",
    };
  return settingOf(login, "PermitEmptyPasswords") === "yes"
    ? undefined
    : refusedBy(login, "PermitEmptyPasswords");
}
