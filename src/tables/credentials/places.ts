import { basename } from "node:path/posix";
import { type Account, readAccounts } from "../accounts/local-accounts.ts";
import { inHome, listSshFiles } from "../accounts/user-files.ts";
import { foreignMounts } from "../files/local-files.ts";
import type { Gap } from "../host/gap.ts";
import { gapOf } from "../host/gap.ts";
import { expandGlob } from "../host/glob.ts";
import type { Host } from "../host/port.ts";
import { listOptional } from "../host/read-optional.ts";
import { walkFiles } from "../host/walk-files.ts";
import { identityFiles } from "./identity-files.ts";

/** What a file is taken for by its name; files of ssh are told apart by what they hold. */
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
export interface Place {
  path: string;
  kind: FileKind;
  /** Whose home it is in: what that account couldn't read itself is not read for it. */
  account: Account | undefined;
}

const inHomes: [string, FileKind][] = [
  [".kube/config", "kubeconfig"],
  [".pgpass", "pgpass"],
  [".my.cnf", "my_cnf"],
  [".netrc", "netrc"],
  [".aws/credentials", "aws"],
  [".config/gcloud/application_default_credentials.json", "gcloud"],
  [".docker/config.json", "docker_config"],
  [".config/containers/auth.json", "docker_config"],
  [".git-credentials", "git_credentials"],
  [".config/git/credentials", "git_credentials"],
];

const onTheMachine: [string, FileKind][] = [
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

/** Files where credentials usually are, each once; a link outside homes is left to what it leads to. */
export async function findPlaces(host: Host, gaps: Gap[]): Promise<Place[]> {
  const accounts = readAccounts(host).filter(hasHome);
  const homes = accounts.flatMap((account) => homePlaces(host, account, gaps));
  const configured = await identityFiles(host, accounts, gaps);
  const shared = onTheMachine.flatMap(([pattern, kind]) =>
    expandGlob(host, pattern, gaps).map((path) => ({ path, kind, account: undefined })),
  );
  const services = servicePlaces(host, gaps);
  const all = [...homes, ...configured, ...shared, ...services];
  const places = [...new Map(all.reverse().map((place) => [place.path, place])).values()].reverse();
  if (places.length > maxPlaces)
    gaps.push({ reason: "error", detail: `only the first ${maxPlaces} files were read` });
  return places.slice(0, maxPlaces);
}

const maxPlaces = 10_000;

/** Folders that any account may name as its home hold nobody's files. */
const hasHome = ({ directory }: Account) =>
  /^\/[^/]/.test(directory) && !/^\/(bin|sbin|dev|proc|usr\/s?bin|nonexistent)\/?$/.test(directory);

const homePlaces = (host: Host, account: Account, gaps: Gap[]): Place[] => [
  ...listSshFiles(host, account, gaps).map((path) => ({ path, kind: "ssh" as const, account })),
  ...inHomes.map(([name, kind]) => ({ path: inHome(account, name), kind, account })),
  ...listOptional(host, account.directory, gaps)
    .filter((name) => name.endsWith(".keytab"))
    .map((name) => ({ path: inHome(account, name), kind: "keytab" as const, account })),
];

const maxDepth = 4;
const maxEntries = 5_000;
const maxWalkMs = 500;

/** What lies a few folders deep where services are installed, and not on the network, where a look may hang. */
function servicePlaces(host: Host, gaps: Gap[]): Place[] {
  if (host.platform !== "linux") return []; // what is on the network is known from /proc alone
  try {
    const foreign = foreignMounts(host, []);
    return ["/opt", "/srv"]
      .filter((folder) => !foreign.has(folder) && host.exists(folder))
      .flatMap((root) => walkPlaces(host, { root, foreign }, gaps));
  } catch (error) {
    gaps.push(gapOf(error, "/opt and /srv"));
    return [];
  }
}

function walkPlaces(
  host: Host,
  { root, foreign }: { root: string; foreign: Set<string> },
  gaps: Gap[],
): Place[] {
  const places: Place[] = [];
  const walk = walkFiles(host, {
    root,
    limits: { maxEntries, deadlineMs: host.now() + maxWalkMs },
    skip: (path) =>
      foreign.has(path) || path.split("/").length > maxDepth || path.endsWith("/node_modules"),
    report: (gap) => gaps.push(gap),
  });
  for (const { path, entry } of walk) {
    const kind = entry.isFile() ? kindByName(path) : undefined;
    if (kind) places.push({ path, kind, account: undefined });
  }
  return places;
}

function kindByName(path: string): FileKind | undefined {
  const known = inHomes.find(([name]) => path.endsWith(`/${name}`));
  if (known) return known[1];
  const name = basename(path);
  if (/^kubeconfig$|\.kubeconfig$/.test(name)) return "kubeconfig";
  if (name.endsWith(".keytab")) return "keytab";
  const isSsh = /^id_[\w-]+$|_key$|-cert\.pub$|\.pem$/.test(name) || path.includes("/.ssh/");
  return isSsh ? "ssh" : undefined;
}
