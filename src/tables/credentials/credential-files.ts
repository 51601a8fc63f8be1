import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import { once } from "../host/once.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { CollectedTable } from "../model/table.ts";
import { findCredentials } from "./find-credentials.ts";

/**
 * One row per file that holds a credential, or per target it gives access to. Keys show their
 * public half, certificates what they allow, other files the login and host; the secret never leaves
 * its file. Of a kubeconfig, authority_fingerprint is that of the cluster (SHA-256 of its authority's
 * certificate), principals are the groups in the user's client certificate.
 */
export const credentialFiles: CollectedTable = {
  name: "credential_files",
  description:
    "Files that hold credentials (SSH keys and certificates, logins of databases, clusters, registries, clouds) and what they give access to.",
  platforms: ["linux", "darwin"],
  columns: {
    path: "TEXT",
    kind: "TEXT",
    username: "TEXT",
    uid: "BIGINT",
    encrypted: "INTEGER",
    algorithm: "TEXT",
    fingerprint: "TEXT",
    authority_fingerprint: "TEXT",
    principals: "TEXT",
    valid_after: "BIGINT",
    valid_before: "BIGINT",
    force_command: "TEXT",
    source_address: "TEXT",
    critical_options: "TEXT",
    target_host: "TEXT",
    target_port: "INTEGER",
    target_user: "TEXT",
  },
  collect: byPlatform({
    linux: (host) => once(host, findCredentials),
    darwin: withOpenDirectory(findCredentials),
  }),
};
