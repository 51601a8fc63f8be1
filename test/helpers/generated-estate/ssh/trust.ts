import { accountOf, addRow } from "../machine.ts";
import { lineCuts, lineOf } from "./line-options.ts";
import type { Login } from "./login.ts";

/** Adds a trusted authority to sshd, for one account or for all. */
export function trust(login: Login, fingerprint: string, roles: string[]): void {
  const { site, to, cut } = login;
  const isForAll = roles.length === 0 && !lineCuts.includes(cut ?? "") && site.random.chance(0.5);
  const { options, admits } = isForAll ? { options: "", admits: () => true } : lineOf(login);
  addRow(to.machine, "ssh_authorities", {
    fingerprint,
    algorithm: "ssh-ed25519",
    username: isForAll ? "" : to.account,
    principals: roles.join(","),
    options: isForAll ? "" : ["cert-authority", options].filter(Boolean).join(","),
    source: isForAll
      ? "/etc/ssh/user_ca.pub:1"
      : `${accountOf(to.machine, to.account).directory}/.ssh/authorized_keys:1`,
  });
  const accounts = isForAll ? to.machine.accounts.map(({ name }) => name) : [to.account];
  for (const account of accounts) {
    const place = { machine: to.machine, account };
    site.openings.push({
      place,
      fingerprint,
      principals: roles.length > 0 ? roles : [account],
      admits,
    });
  }
}
