import { basename } from "node:path/posix";
import type { FileKind } from "./locations.ts";

/** Where tools look for credentials in a home. */
export const homeFiles: [pattern: string, kind: FileKind][] = [
  [".kube/config", "kubeconfig"],
  [".pgpass", "pgpass"],
  [".my.cnf", "my_cnf"],
  [".netrc", "netrc"],
  [".docker/config.json", "docker_config"],
  [".config/containers/auth.json", "docker_config"],
  [".git-credentials", "git_credentials"],
  [".config/git/credentials", "git_credentials"],
  [".aws/credentials", "aws"],
  [".aws/config", "aws"],
  [".aws/sso/cache/*.json", "aws_answer"],
  [".aws/cli/cache/*.json", "aws_answer"],
  [".config/gcloud/application_default_credentials.json", "gcloud"],
  [".config/gcloud/legacy_credentials/*/adc.json", "gcloud"],
  [".config/gcloud/credentials.db", "gcloud_database"],
  [".azure/accessTokens.json", "azure"],
  [".azure/msal_token_cache.json", "azure"],
  [".azure/service_principal_entries.json", "azure"],
  [".azure/aksServicePrincipal.json", "azure"],
  [".boto", "boto"],
  [".s3cfg", "s3cfg"],
  [".passwd-s3fs", "s3fs"],
  [".config/rclone/rclone.conf", "rclone"],
  [".rclone.conf", "rclone"],
  [".terraform.d/credentials.tfrc.json", "terraform"],
  [".terraformrc", "terraform"],
  [".vault-token", "vault"],
  [".oci/*.pem", "oracle"],
  [".config/doctl/config.yaml", "digitalocean"],
  [".config/hcloud/cli.toml", "hetzner"],
  [".config/openstack/clouds.yaml", "openstack"],
  [".config/openstack/secure.yaml", "openstack"],
  [".config/scw/config.yaml", "scaleway"],
  [".config/linode-cli", "linode"],
  [".aliyun/config.json", "alibaba"],
];

export const systemFiles: [pattern: string, kind: FileKind][] = [
  ["/etc/ssh/*", "ssh"],
  ["/var/lib/*/.ssh/*", "ssh"],
  ["/var/lib/*/.pgpass", "pgpass"],
  ["/etc/kubernetes/*.conf", "kubeconfig"],
  ["/etc/rancher/k3s/k3s.yaml", "kubeconfig"],
  ["/var/lib/kubelet/kubeconfig", "kubeconfig"],
  ["/etc/mysql/debian.cnf", "my_cnf"],
  ["/etc/*.keytab", "keytab"],
  ["/tmp/krb5cc_*", "kerberos_cache"],
  ["/etc/boto.cfg", "boto"],
  ["/etc/passwd-s3fs", "s3fs"],
  ["/etc/rclone.conf", "rclone"],
  ["/etc/openstack/clouds.yaml", "openstack"],
  // Homes outlive their accounts.
  ...homeFiles.map(([name, kind]) => [`/home/*/${name}`, kind] as [string, FileKind]),
];

/** Folders of a home in which people put files that they name themselves. */
export const ownFolders = [
  "",
  "Downloads",
  "keys",
  "credentials",
  ".credentials",
  "secrets",
].concat([".secrets", ".gcp", ".google", ".aws", ".azure"]);

/** Files that people name themselves, whose content decides. */
export function ownKind(name: string): FileKind | undefined {
  if (name.endsWith(".keytab")) return "keytab";
  if (/(?:accessKeys|rootkey|credentials)\w*\.csv$/i.test(name)) return "aws_key_file";
  if (/openrc(?:\.sh)?$/.test(name)) return "openstack";
  return name.endsWith(".json") ? "json" : undefined;
}

const sshFolder = /\/\.ssh\/|\/(?:ssh|keys?|ca)\/[^/.]+$/;

/** Whether it is named as keys for SSH and their copies are, or lies in a folder for such. */
export const isSshName = (path: string): boolean =>
  /^id_\w[\w.~-]*$|_key$|-cert\.pub$|\.(?:pem|key)$/.test(basename(path)) || sshFolder.test(path);

/** By the name of a file below /opt or /srv. */
export function serviceKind(path: string): FileKind | undefined {
  const known = homeFiles.find(([name]) => path.endsWith(`/${name}`));
  if (known) return known[1];
  const name = basename(path);
  if (/^kubeconfig$|\.kubeconfig$/.test(name)) return "kubeconfig";
  if (name === "rclone.conf") return "rclone";
  if (isSshName(path)) return "ssh";
  if (name.endsWith(".json") && !/(?:key|cred|account|gcp|gcloud|google|azure|aws)/i.test(name))
    return undefined;
  return ownKind(name);
}
