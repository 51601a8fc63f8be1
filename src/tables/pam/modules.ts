/** What is known of a module: how its answer comes about. */
export type ModuleKind = "neutral" | "secret" | "conditional" | "other";

const named = (kind: ModuleKind, text: string): [string, ModuleKind][] =>
  text.split(" ").map((name) => [`pam_${name}`, kind]);

const kinds = new Map([
  // neither check a secret nor refuse a login
  ...named(
    "neutral",
    "cap echo ecryptfs env faildelay gnome_keyring group issue keyinit kwallet5 lastlog limits loginuid mail mkhomedir motd nologin selinux systemd tally2 umask warn",
  ),
  // refuse, or ask for a password of another source or for a second factor
  ...named(
    "secret",
    "deny duo google_authenticator krb5 ldap oath otpw pkcs11 pwdfile radius sss systemd_home u2f userdb winbind yubico",
  ),
  // depend on the account or the connection
  ...named(
    "conditional",
    "access exec listfile python script sepermit shells succeed_if time usertype wheel",
  ),
]);

export const kindOfModule = (module: string): ModuleKind => kinds.get(module) ?? "other";
