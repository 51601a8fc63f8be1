import type { Login } from "./login.ts";

export const loginCuts = [
  "listed-out",
  "expired-account",
  "match-address",
  "forced",
  "password-too",
  "no-keys",
];

/** Restricts logins to the target account in sshd's configuration. */
export function restrictLogin({ site, from, to, cut }: Login): void {
  const login = to.machine.server.logins.get(to.account)!;
  const isKept = to.machine.taken.has(`login ${to.account}`);
  to.machine.taken.add(`login ${to.account}`);
  if (isKept) return;
  const { subnet } = site.random.pick(from.machine.addresses);
  if (!cut && site.random.chance(0.15)) login.subnet = subnet;
  if (cut === "listed-out")
    login.refusal = site.random.pick([
      "AllowUsers",
      "DenyUsers *",
      "DenyGroups staff",
      "AllowGroups",
    ]);
  if (cut === "expired-account") login.refusal = "account expired";
  if (cut === "no-keys") login.refusal = "PubkeyAuthentication no";
  if (cut === "match-address") login.subnet = "10.4.9";
  if (cut === "forced") login.command = "/usr/bin/validate";
  if (cut === "password-too") login.asks = "AuthenticationMethods publickey,password";
}
