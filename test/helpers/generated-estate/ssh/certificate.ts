import { fileCuts } from "../granted.ts";
import { accountOf, addRow } from "../machine.ts";
import { addPath } from "../paths.ts";
import { nextName } from "../site.ts";
import { holdSecret } from "./hold-secret.ts";
import { fingerprintOf, type Login } from "./login.ts";
import { loginCuts, restrictLogin } from "./restrict-login.ts";
import { trust } from "./trust.ts";

export const certificateCuts = [
  ...fileCuts,
  "passphrase",
  "expired",
  "not-yet",
  "principal",
  "unread-certificate",
  "untrusted",
  ...loginCuts,
];

/** Plants a certificate with its key, and a machine that trusts its authority. */
export function plantCertificate(login: Login): void {
  const { site, cut, to } = login;
  const name = nextName(site);
  const authority = fingerprintOf(`${name} authority ${site.random.below(2 ** 31)}`);
  const role = `${name}-role`;
  const roles = site.random.chance(0.5) ? [role] : [];
  const meant = roles.length > 0 ? role : to.account;
  const principals = cut === "principal" ? [`not-${meant}`] : [meant, "auditor"];
  holdCertificate(login, { name, authority, principals });
  restrictLogin(login);
  trust(login, cut === "untrusted" ? fingerprintOf(`${name} of others`) : authority, roles);
}

interface Signed {
  name: string;
  authority: string;
  principals: string[];
}

const [longAgo, farAhead] = [1_500_000_000, 4_000_000_000];

function holdCertificate(login: Login, { name, authority, principals }: Signed): void {
  const { site, reader, cut } = login;
  const fingerprint = fingerprintOf(`${name} key`);
  const readers = holdSecret(login, {
    name,
    fingerprint,
    row: { kind: "ssh_private_key", algorithm: "ssh-ed25519" },
  });
  const { uid } = accountOf(reader.machine, reader.account);
  const path = `/srv/${name}/id-cert.pub`;
  addRow(reader.machine, "credential_files", {
    path,
    username: "root",
    uid: 0,
    kind: "ssh_certificate",
    algorithm: "ssh-ed25519-cert-v01@openssh.com",
    fingerprint,
    authority_fingerprint: authority,
    principals: principals.join(","),
    valid_after: cut === "not-yet" ? farAhead - 1 : longAgo,
    valid_before: cut === "expired" ? longAgo + 1 : farAhead,
  });
  const isUnread = cut === "unread-certificate" && uid !== 0;
  const entries = new Map([[path, { type: "regular" as const, mode: isUnread ? "0600" : "0644" }]]);
  addPath(
    reader.machine,
    { purpose: "credential" },
    { target: path, entries, mountFlags: "rw,relatime" },
  );
  if (cut === "expired" || cut === "not-yet") return;
  for (const account of isUnread ? readers.filter((one) => one === "root") : readers)
    site.held.push({
      place: { machine: reader.machine, account },
      fingerprint: authority,
      principals,
    });
}
