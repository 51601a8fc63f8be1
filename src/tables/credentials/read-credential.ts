import type { GapReader } from "../host/gap-reader.ts";
import type { Row } from "../model/table.ts";
import {
  parseDockerConfig,
  parseGcloud,
  parseKubeconfig,
} from "../parsers/credentials/json-files.ts";
import { parseKerberosCache, parseKeytab } from "../parsers/credentials/kerberos-files.ts";
import { parseGitCredentials, parseNetrc, parsePgpass } from "../parsers/credentials/line-files.ts";
import type { LoginTarget } from "../parsers/credentials/login-target.ts";
import { parseAws, parseMyCnf } from "../parsers/credentials/option-files.ts";
import type { CredentialLocation, FileKind } from "./locations.ts";
import { readLocation } from "./read-location.ts";
import { sshRows } from "./ssh-rows.ts";

/** Larger than any real credential file, small enough for every parser. */
const maxBytes = 1 << 20;

const parsers: Record<
  Exclude<FileKind, "ssh">,
  (bytes: Buffer) => LoginTarget[] | Promise<LoginTarget[]>
> = {
  kubeconfig: (bytes) => parseKubeconfig(bytes.toString("utf8")),
  pgpass: (bytes) => parsePgpass(bytes.toString("utf8")),
  my_cnf: (bytes) => parseMyCnf(bytes.toString("utf8")),
  netrc: (bytes) => parseNetrc(bytes.toString("utf8")),
  aws: (bytes) => parseAws(bytes.toString("utf8")),
  gcloud: (bytes) => parseGcloud(bytes.toString("utf8")),
  docker_config: (bytes) => parseDockerConfig(bytes.toString("utf8")),
  git_credentials: (bytes) => parseGitCredentials(bytes.toString("utf8")),
  keytab: parseKeytab,
  kerberos_cache: parseKerberosCache,
};

/** One row per credential in a file, never with its secret; no row for a file without one. */
export async function readCredential(
  read: GapReader,
  { location, authorities }: { location: CredentialLocation; authorities: Set<string> },
): Promise<Row[]> {
  const { kind, path } = location;
  if (kind === "ssh") return sshRows(read, { location, authorities });
  const bytes = readLocation(read, location);
  if (!bytes) return [];
  if (bytes.length > maxBytes) {
    read.report({ reason: "error", detail: `${path}: larger than ${maxBytes} bytes, not read` });
    return [];
  }
  try {
    const targets = await parsers[kind](bytes);
    return targets.map((target) => ({ kind, encrypted: 0, ...target }));
  } catch {
    // Never include the parser's message: it may quote the file.
    read.report({ reason: "error", detail: `${path}: not understood as ${kind}` });
    return [];
  }
}
