import { fileCuts } from "../granted.ts";
import { nextName } from "../site.ts";
import { holdSecret } from "./hold-secret.ts";
import { lineCuts } from "./line-options.ts";
import { fingerprintOf, type Login } from "./login.ts";
import { loginCuts, restrictLogin } from "./restrict-login.ts";
import { trust } from "./trust.ts";

export const authorityCuts = [...fileCuts, "passphrase", ...lineCuts, "untrusted", ...loginCuts];

/** Plants the key of an authority, and a machine that trusts it. */
export function plantAuthority(login: Login): void {
  const { site, cut } = login;
  const name = nextName(site);
  const fingerprint = fingerprintOf(`${name} ${site.random.below(2 ** 31)}`);
  const row = {
    kind: "ssh_authority_key",
    algorithm: "ssh-ed25519",
    authority_fingerprint: fingerprint,
  };
  holdSecret(login, { name, fingerprint, row });
  restrictLogin(login);
  trust(login, cut === "untrusted" ? fingerprintOf(`${name} of others`) : fingerprint, []);
}
