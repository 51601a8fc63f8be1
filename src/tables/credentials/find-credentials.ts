import { readOwnerNames } from "../accounts/owner-names.ts";
import { distinctGaps, TableUnavailable } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { Collected, Row } from "../model/table.ts";
import { collectSshAuthorities } from "../ssh/authorities/authorities.ts";
import { findLocations } from "./locations.ts";
import { readCredential } from "./read-credential.ts";

const maxRowsPerFile = 200;

/** Rows of credential_files. Expensive: call through `once`. */
export async function findCredentials(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const names = readOwnerNames(host);
  const authorities = trustedFingerprints(host);
  const rows: Row[] = [];
  for (const location of await findLocations(read)) {
    const { path } = location;
    const found = await readCredential(read, { location, authorities });
    if (found.length === 0) continue;
    if (found.length > maxRowsPerFile)
      read.report({
        reason: "error",
        detail: `${path}: only the first ${maxRowsPerFile} credentials are reported`,
      });
    const { uid } = host.stat(path);
    const owner = { path, username: names.user(uid), uid };
    rows.push(...found.slice(0, maxRowsPerFile).map((row) => ({ ...owner, ...row })));
  }
  return { rows, gaps: distinctGaps(read.gaps) };
}

/**
 * Fingerprints of the authorities that sshd or an account of this host trusts; ssh_authorities
 * reports what can't be read.
 */
function trustedFingerprints(host: Host): Set<string> {
  try {
    return new Set(collectSshAuthorities(host).rows.map(({ fingerprint }) => String(fingerprint)));
  } catch (error) {
    if (error instanceof TableUnavailable) return new Set();
    throw error;
  }
}
