import { expect, test } from "vitest";
import { credentialFiles } from "../../../../src/tables/credentials/credential-files.ts";
import { pathPermissions } from "../../../../src/tables/permissions/path-permissions/table.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { hostTree, recordedHost } from "../../../helpers/host.ts";
import { type Owner, ownedHost } from "../../../helpers/owned-host.ts";
import { certificates } from "../../../helpers/ssh-certificates.ts";

const recorded = recordedHost("accounts-server");
const plainKey = recorded.read("/home/alice/.ssh/id_ed25519");
const plainPublic = recorded.read("/home/alice/.ssh/id_ed25519.pub");
const lockedKey = recorded.read("/home/alice/.ssh/id_locked");

const plainFingerprint = "SHA256:w6ko88j+xubmarI+QPdg/KKfchxJSwinK4Q31Vqw8bM";
const lockedFingerprint = "SHA256:gwW5kfim2pu3QpMT77xRDPMEDBjHO5DQm20ENMBm7t8";

const passwd =
  "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/sh\ndaemon:x:1:1::/:/bin/sh\n";

function makeHost(
  files: Record<string, string>,
  {
    links = {},
    owners = {},
  }: { links?: Record<string, string>; owners?: Record<string, Partial<Owner>> } = {},
) {
  const base = {
    "/etc/passwd": passwd,
    "/etc/group": "root:x:0:\nalice:x:1001:\n",
    "/proc/self/mounts": "/dev/a / ext4 rw 0 0\nsrv:/x /srv/net nfs rw 0 0\n",
  };
  return ownedHost(hostTree({ files: { ...base, ...files }, links }), owners);
}

test("keys in homes, services' folders and where ssh's configuration points, with their public half", async () => {
  const host = makeHost(
    {
      "/home/alice/.ssh/id_ed25519": plainKey,
      "/home/alice/.ssh/config": "Host *\n  IdentityFile ~/keys/%u-work\nIdentityFile ~/keys/%h\n",
      "/home/alice/keys/alice-work": lockedKey,
      "/home/alice/.ssh/notes": "no key",
      "/opt/app/deploy_key": plainKey,
      "/opt/app/a/b/too_deep_key": plainKey,
      "/srv/net/id_rsa": plainKey,
      "/var/lib/ci/.ssh/id_rsa": plainKey,
      "/etc/ssh/ssh_host_ed25519_key": lockedKey,
      "/etc/ssh/ssh_config": "",
    },
    { owners: { "/home/alice/.ssh/id_ed25519": { uid: 1001, mode: 0o600 } } },
  );
  const { rows, gaps } = await collectOf(credentialFiles, host);
  const columns = ["path", "kind", "username", "encrypted", "fingerprint"];
  const key = { kind: "ssh_private_key", username: "root" };
  const plain = { ...key, encrypted: 0, fingerprint: plainFingerprint };
  const locked = { ...key, encrypted: 1, fingerprint: lockedFingerprint };
  expect(pick(rows, ...columns)).toEqual([
    { ...plain, path: "/home/alice/.ssh/id_ed25519", username: "alice" },
    { ...locked, path: "/home/alice/keys/alice-work" },
    { ...locked, path: "/etc/ssh/ssh_host_ed25519_key" },
    { ...plain, path: "/var/lib/ci/.ssh/id_rsa" },
    { ...plain, path: "/opt/app/deploy_key" },
  ]);
  expect(gaps).toEqual([]);
});

test("among a person's keys, a host's certificate is a kind of its own", async () => {
  const host = makeHost({ "/home/alice/.ssh/id_ed25519-cert.pub": certificates.host });
  expect((await collectOf(credentialFiles, host)).rows).toMatchObject([
    { path: "/home/alice/.ssh/id_ed25519-cert.pub", kind: "ssh_host_certificate" },
  ]);
});

test("a user's certificate with its authority, names and dates", async () => {
  const host = makeHost({
    "/home/alice/.ssh/id_ed25519-cert.pub": certificates.user,
    "/etc/ssh/ssh_host_ed25519_key-cert.pub": certificates.host,
  });
  expect((await collectOf(credentialFiles, host)).rows).toEqual([
    {
      path: "/home/alice/.ssh/id_ed25519-cert.pub",
      kind: "ssh_certificate",
      username: "root",
      uid: 0,
      encrypted: null,
      algorithm: "ssh-ed25519-cert-v01@openssh.com",
      fingerprint: "SHA256:iWwi9QT1ggJT2fZHbZueG40q211PPBbxqXtUNCrXKRc",
      authority_fingerprint: "SHA256:EMAU1NKPUXfViX9q9UZVBQe7kjpQooB02xnhDUu/d9g",
      principals: "alice,deploy",
      valid_after: 1_767_225_600,
      valid_before: 1_798_761_600,
      force_command: null,
      source_address: null,
      critical_options: "",
      target_host: null,
      target_port: null,
      target_user: null,
    },
  ]);
});

test("an authority's key is known by its name, or by this host trusting it", async () => {
  const host = makeHost({
    "/etc/ssh/user_ca": lockedKey,
    "/root/.ssh/signing": plainKey,
    "/root/.ssh/america": lockedKey,
    "/etc/ssh/sshd_config": "TrustedUserCAKeys /etc/ssh/trusted.pub\n",
    "/etc/ssh/trusted.pub": plainPublic,
  });
  const { rows } = await collectOf(credentialFiles, host);
  expect(pick(rows, "path", "kind", "authority_fingerprint")).toEqual([
    { path: "/root/.ssh/america", kind: "ssh_private_key", authority_fingerprint: null },
    {
      path: "/root/.ssh/signing",
      kind: "ssh_authority_key",
      authority_fingerprint: plainFingerprint,
    },
    {
      path: "/etc/ssh/user_ca",
      kind: "ssh_authority_key",
      authority_fingerprint: lockedFingerprint,
    },
  ]);
});

const secret = "hunter2-do-not-tell";

test("one row per target of a file, without secrets", async () => {
  const host = makeHost({
    "/home/alice/.pgpass": `db-1:5432:app:app:${secret}\ndb-2:5432:app:app:${secret}\n`,
    "/home/alice/.netrc": `machine m login l password ${secret}\n`,
    "/home/alice/.my.cnf": `[client]\npassword=${secret}\n`,
    "/home/alice/.aws/credentials": `[prod]\naws_secret_access_key=${secret}\n`,
    "/home/alice/.git-credentials": `https://u:${secret}@git\n`,
    "/home/alice/.docker/config.json": `{"auths":{"reg":{"auth":"${Buffer.from(`u:${secret}`).toString("base64")}"}}}`,
    "/home/alice/.kube/config": `{clusters: [{name: c, cluster: {server: "https://k:6443"}}], users: [{name: u, user: {token: ${secret}}}], contexts: [{name: x, context: {cluster: c, user: u}}]}`,
    "/etc/kubernetes/admin.conf": "{}",
    "/opt/app/.pgpass": `*:*:*:svc:${secret}\n`,
  });
  const { rows, gaps } = await collectOf(credentialFiles, host);
  expect(pick(rows, "kind", "encrypted", "target_host", "target_port", "target_user")).toEqual(
    [
      ["kubeconfig", "k", 6443, "u"],
      ["pgpass", "db-1", 5432, "app"],
      ["pgpass", "db-2", 5432, "app"],
      ["my_cnf", "localhost", null, null],
      ["netrc", "m", null, "l"],
      ["docker_config", "reg", 443, "u"],
      ["git_credentials", "git", 443, "u"],
      ["aws", null, null, "prod"],
      ["pgpass", "*", null, "svc"],
    ].map(([kind, target_host, target_port, target_user]) => ({
      kind,
      encrypted: 0,
      target_host,
      target_port,
      target_user,
    })),
  );
  const everything = JSON.stringify([rows, gaps]);
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain(Buffer.from(secret).toString("base64").slice(0, 12));
});

test("a malformed file is a gap that doesn't quote it", async () => {
  const host = makeHost({
    "/home/alice/.docker/config.json": `{"auths": ${secret}`,
    "/etc/krb5.keytab": `\u0005\u0002${secret}`,
  });
  const { rows, gaps } = await collectOf(credentialFiles, host);
  expect(rows).toEqual([]);
  expect(gaps).toEqual([
    { reason: "error", detail: "/home/alice/.docker/config.json: not understood as docker_config" },
    { reason: "error", detail: "/etc/krb5.keytab: not understood as keytab" },
  ]);
});

test("files that a user couldn't read are not read for that user; an unreadable folder is a gap", async () => {
  const host = makeHost(
    { "/root/.pgpass": `db:1:a:root:${secret}\n`, "/home/alice/.ssh/id_rsa": plainKey },
    {
      links: { "/home/alice/.pgpass": "../../root/.pgpass" },
      owners: { "/home/alice/.pgpass": { uid: 0, mode: 0o600 } },
    },
  );
  const { rows, gaps } = await collectOf(credentialFiles, denyingHost(host, "/home/alice/.ssh"));
  expect(pick(rows, "path")).toEqual([{ path: "/root/.pgpass" }]);
  expect(gaps).toEqual(
    expect.arrayContaining([
      { reason: "denied", detail: "/home/alice/.ssh: permission denied" },
      { reason: "denied", detail: "/home/alice/.pgpass: not readable by alice" },
    ]),
  );
});

test("each file with a credential is on path_permissions' list", async () => {
  const host = makeHost(
    { "/home/alice/.ssh/id_ed25519": plainKey },
    { owners: { "/home/alice/.ssh/id_ed25519": { uid: 1001, mode: 0o640 } } },
  );
  const { rows } = await collectOf(pathPermissions, host);
  expect(rows.filter(({ purpose }) => purpose === "credential")).toMatchObject([
    { target: "/home/alice/.ssh/id_ed25519", run_as: "alice", detail: "ssh_private_key", depth: 0 },
    { depth: 1, path: "/home/alice/.ssh" },
    { depth: 2, path: "/home/alice" },
    { depth: 3, path: "/home" },
    { depth: 4, path: "/" },
  ]);
});

test("files of clouds by what they hold: in homes, under names of their own, in homes of nobody", async () => {
  const key = JSON.stringify({ type: "service_account", private_key: secret });
  const host = makeHost({
    "/home/alice/Downloads/prod.json": key,
    "/home/alice/big.json": `${key}${" ".repeat(70_000)}`,
    "/home/alice/list.json": "[",
    "/home/alice/.azure/msal_token_cache.json": `{"RefreshToken": {"a": {"secret": "${secret}"}}}`,
    "/home/alice/.vault-token": secret,
    "/home/alice/.boto": "[Boto]\n",
    "/home/gone/.aws/credentials": `[default]\naws_secret_access_key = ${secret}\n`,
    "/srv/app/deploy-key.json": key,
    "/srv/app/package.json": key,
  });
  const { rows, gaps } = await collectOf(credentialFiles, host);
  expect(pick(rows, "path", "kind")).toEqual([
    { path: "/home/alice/.azure/msal_token_cache.json", kind: "azure" },
    { path: "/home/alice/.vault-token", kind: "vault" },
    { path: "/home/alice/Downloads/prod.json", kind: "gcloud" },
    { path: "/home/gone/.aws/credentials", kind: "aws" },
    { path: "/srv/app/deploy-key.json", kind: "gcloud" },
  ]);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(gaps).toEqual([]);
});
