import { type Account, readAccounts } from "../accounts/local-accounts.ts";
import { inHome, listSshFiles } from "../accounts/user-files.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import { isPresent } from "../host/inspect.ts";
import { readSshdConfigs } from "../ssh/server/sshd-files.ts";
import type { formats } from "./formats.ts";
import { identityFiles } from "./identity-files.ts";
import { serviceLocations } from "./service-locations.ts";
import { homeFiles, ownFolders, ownKind, systemFiles } from "./usual-files.ts";

/** The expected format of a file, by its name; SSH files are recognised by content. */
export type FileKind = "ssh" | keyof typeof formats;

/** A file that may hold a credential. */
export interface CredentialLocation {
  path: string;
  kind: FileKind;
  /** The account whose home it is in: files that account couldn't read are not read for it. */
  account: Account | undefined;
}

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
  const locations = firstOfEach([
    ...homes,
    ...configured,
    ...shared,
    ...hostKeys(read),
    ...services,
  ]);
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

/** What a path is the first time decides: a home's files are its account's. */
function firstOfEach(all: CredentialLocation[]): CredentialLocation[] {
  const byPath = new Map<string, CredentialLocation>();
  for (const one of all) if (!byPath.has(one.path)) byPath.set(one.path, one);
  return [...byPath.values()];
}

/** Placeholder home folders that belong to nobody. */
const hasHome = ({ directory }: Account) =>
  /^\/[^/]/.test(directory) && !/^\/(bin|sbin|dev|proc|usr\/s?bin|nonexistent)\/?$/.test(directory);

const homeLocations = (read: GapReader, account: Account): CredentialLocation[] => [
  ...listSshFiles(read, account).map((path) => ({ path, kind: "ssh" as const, account })),
  ...homeFiles.flatMap(([pattern, kind]) =>
    expandGlob(read, inHome(account, pattern)).map((path) => ({ path, kind, account })),
  ),
  ...ownFolders.flatMap((folder) => ownLocations(read, account, folder)),
];

/** Larger than any of the files that people name themselves: much else is JSON. */
const maxOwnBytes = 64 << 10;

function ownLocations(read: GapReader, account: Account, folder: string): CredentialLocation[] {
  const base = inHome(account, folder).replace(/\/$/, "");
  return read.list(base).flatMap((name) => {
    const kind = ownKind(name);
    const path = `${base}/${name}`;
    if (!kind || (read.attempt(path, () => read.host.stat(path).size) ?? 0) > maxOwnBytes)
      return [];
    return [{ path, kind, account }];
  });
}
