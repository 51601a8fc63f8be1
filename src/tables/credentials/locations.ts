import { basename } from "node:path/posix";
import { type Account, readAccounts } from "../accounts/local-accounts.ts";
import { inHome, listSshFiles } from "../accounts/user-files.ts";
import { foreignMounts } from "../files/local-files.ts";
import { gapOf } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import { isPresent } from "../host/inspect.ts";
import { walkFiles } from "../host/walk-files.ts";
import { readSshdConfigs } from "../ssh/server/sshd-files.ts";
import { identityFiles } from "./identity-files.ts";

/** The expected format of a file, by its name; SSH files are recognised by content. */
export type FileKind =
  | "ssh"
  | "kubeconfig"
  | "pgpass"
  | "my_cnf"
  | "netrc"
  | "aws"
  | "gcloud"
  | "docker_config"
  | "git_credentials"
  | "keytab"
  | "kerberos_cache";

/** A file that may hold a credential. */
export interface CredentialLocation {
  path: string;
  kind: FileKind;
  /** The account whose home it is in: files that account couldn't read are not read for it. */
  account: Account | undefined;
}

const homeFiles: [string, FileKind][] = [
  [".kube/config", "kubeconfig"],
  [".pgpass", "pgpass"],
  [".my.cnf", "my_cnf"],
  [".netrc", "netrc"],
  [".aws/credentials", "aws"],
  [".aws/config", "aws"],
  [".config/gcloud/application_default_credentials.json", "gcloud"],
  [".docker/config.json", "docker_config"],
  [".config/containers/auth.json", "docker_config"],
  [".git-credentials", "git_credentials"],
  [".config/git/credentials", "git_credentials"],
];

const systemFiles: [string, FileKind][] = [
  ["/etc/ssh/*", "ssh"],
  ["/var/lib/*/.ssh/*", "ssh"],
  ["/var/lib/*/.pgpass", "pgpass"],
  ["/etc/kubernetes/*.conf", "kubeconfig"],
  ["/etc/rancher/k3s/k3s.yaml", "kubeconfig"],
  ["/var/lib/kubelet/kubeconfig", "kubeconfig"],
  ["/etc/mysql/debian.cnf", "my_cnf"],
  ["/etc/*.keytab", "keytab"],
  ["/tmp/krb5cc_*", "kerberos_cache"],
];

/**
 * The usual locations of credentials, each once; links outside homes are skipped, their targets are
 * listed.
 */
export async function findLocations(read: GapReader): Promise<CredentialLocation[]> {
  const accounts = readAccounts(read.host).filter(hasHome);
  const homes = accounts.flatMap((account) => homeLocations(read, account));
  const configured = await identityFiles(read, accounts);
  const shared = systemFiles.flatMap(([pattern, kind]) =>
    expandGlob(read, pattern).map((path) => ({ path, kind, account: undefined })),
  );
  const services = serviceLocations(read);
  const all = [...homes, ...configured, ...shared, ...hostKeys(read), ...services];
  const locations = [
    ...new Map(all.reverse().map((location) => [location.path, location])).values(),
  ].reverse();
  if (locations.length > maxPlaces)
    read.report({ reason: "error", detail: `only the first ${maxPlaces} files were read` });
  return locations.slice(0, maxPlaces);
}

const maxPlaces = 10_000;

/** sshd's own keys, wherever its configuration has them. */
const hostKeys = (read: GapReader): CredentialLocation[] =>
  readSshdConfigs(gapReader(read.host)) // the logins report what can't be read
    .flat()
    .flatMap((entry) =>
      !("unreadable" in entry) && entry.spec.name === "HostKey" ? entry.values : [],
    )
    .filter((path) => path.startsWith("/") && isPresent(read.host, path))
    .map((path) => ({ path, kind: "ssh", account: undefined }));

/** Placeholder home folders that belong to nobody. */
const hasHome = ({ directory }: Account) =>
  /^\/[^/]/.test(directory) && !/^\/(bin|sbin|dev|proc|usr\/s?bin|nonexistent)\/?$/.test(directory);

const homeLocations = (read: GapReader, account: Account): CredentialLocation[] => [
  ...listSshFiles(read, account).map((path) => ({ path, kind: "ssh" as const, account })),
  ...homeFiles.map(([name, kind]) => ({ path: inHome(account, name), kind, account })),
  ...read.list(account.directory).flatMap((name) => {
    const kind = ownName(name);
    return kind ? [{ path: inHome(account, name), kind, account }] : [];
  }),
];

/** Files that people name themselves, whose content decides: keys of service accounts are JSON. */
function ownName(name: string): "keytab" | "gcloud" | undefined {
  if (name.endsWith(".keytab")) return "keytab";
  return name.endsWith(".json") ? "gcloud" : undefined;
}

const maxDepth = 4;
const maxEntries = 5_000;
const maxWalkMs = 500;

/**
 * Files a few folders deep below /opt and /srv; network mounts are skipped, reading one may hang.
 */
function serviceLocations(read: GapReader): CredentialLocation[] {
  if (read.host.platform !== "linux") return []; // only /proc shows which mounts are on the network
  try {
    const foreign = foreignMounts(gapReader(read.host));
    return ["/opt", "/srv"]
      .filter((folder) => !foreign.has(folder) && read.host.exists(folder))
      .flatMap((root) => walkLocations(read, { root, foreign }));
  } catch (error) {
    read.report(gapOf(error, "/opt and /srv"));
    return [];
  }
}

function walkLocations(
  read: GapReader,
  { root, foreign }: { root: string; foreign: Set<string> },
): CredentialLocation[] {
  const locations: CredentialLocation[] = [];
  const walk = walkFiles(read, {
    root,
    limits: { maxEntries, deadlineMs: read.host.now() + maxWalkMs },
    skip: (path) =>
      foreign.has(path) || path.split("/").length > maxDepth || path.endsWith("/node_modules"),
  });
  for (const { path, entry } of walk) {
    const kind = entry.isFile() ? kindByName(path) : undefined;
    if (kind) locations.push({ path, kind, account: undefined });
  }
  return locations;
}

function kindByName(path: string): FileKind | undefined {
  const known = homeFiles.find(([name]) => path.endsWith(`/${name}`));
  if (known) return known[1];
  const name = basename(path);
  if (/^kubeconfig$|\.kubeconfig$/.test(name)) return "kubeconfig";
  if (name.endsWith(".keytab")) return "keytab";
  if (/(?:key|cred|account|gcp|gcloud|google)[\w.-]*\.json$/i.test(name)) return "gcloud";
  const isSsh = /^id_[\w-]+$|_key$|-cert\.pub$|\.pem$/.test(name) || path.includes("/.ssh/");
  return isSsh ? "ssh" : undefined;
}
