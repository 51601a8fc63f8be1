import { fileCuts } from "../granted.ts";
import { accountOf, addRow } from "../machine.ts";
import { nextName } from "../site.ts";
import { holdSecret } from "./hold-secret.ts";
import { lineCuts, lineOf } from "./line-options.ts";
import { fingerprintOf, type Login } from "./login.ts";
import { loginCuts, restrictLogin } from "./restrict-login.ts";

export const keyCuts = [
  ...fileCuts,
  "passphrase",
  "passphrase-unseen",
  "token",
  ...lineCuts,
  "other-file",
  "algorithm",
  ...loginCuts,
];

const algorithms = new Map<string | null, string>([
  ["token", "sk-ssh-ed25519@openssh.com"],
  ["algorithm", "ssh-dss"],
]);

/** Plants a private key with an account, and an authorized_keys line that accepts it. */
export function plantKey(login: Login): void {
  const { site, to, cut } = login;
  const name = nextName(site);
  const algorithm = algorithms.get(cut) ?? "ssh-ed25519";
  const fingerprint = fingerprintOf(`${name} ${site.random.below(2 ** 31)}`);
  holdSecret(login, { name, fingerprint, row: { kind: "ssh_private_key", algorithm } });
  restrictLogin(login);
  const { directory, uid } = accountOf(to.machine, to.account);
  const { options, admits } = lineOf(login);
  addRow(to.machine, "authorized_keys", {
    uid,
    username: to.account,
    algorithm,
    key_bits: 256,
    fingerprint,
    options,
    comment: name,
    key_file:
      cut === "other-file" ? `/etc/ssh/keys/${to.account}` : `${directory}/.ssh/authorized_keys`,
  });
  const isCut = ["other-file", "algorithm", "token"].includes(cut ?? "");
  if (!isCut) site.openings.push({ place: to, fingerprint, principals: null, admits });
}
