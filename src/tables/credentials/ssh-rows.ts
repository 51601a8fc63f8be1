import { basename } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import type { Row } from "../model/table.ts";
import { loginTarget } from "../parsers/credentials/login-target.ts";
import { parseSshCertificate } from "../parsers/ssh/certificate.ts";
import { type PublicKey, parsePublicKey } from "../parsers/ssh/key.ts";
import { parsePrivateKey } from "../parsers/ssh/private-key.ts";
import type { CredentialLocation } from "./locations.ts";
import { readLocation } from "./read-location.ts";

/** The private key or user certificate in an SSH file. */
export function sshRows(
  read: GapReader,
  { location, authorities }: { location: CredentialLocation; authorities: Set<string> },
): Row[] {
  const { path } = location;
  if (path.endsWith(".pub")) return path.endsWith("-cert.pub") ? certificate(read, location) : [];
  const key = parsePrivateKey(readLocation(read, location) ?? Buffer.alloc(0));
  if (!key) return [];
  const publicKey = key.publicKey ?? readSibling(read, location);
  const isAuthority = isAuthorityName(path) || authorities.has(publicKey?.fingerprint ?? "");
  const fingerprint = publicKey?.fingerprint ?? null;
  return [
    {
      kind: isAuthority ? "ssh_authority_key" : "ssh_private_key",
      encrypted: Number(key.encrypted),
      algorithm: publicKey?.algorithm ?? key.pemKind ?? null,
      fingerprint,
      authority_fingerprint: isAuthority ? fingerprint : null,
      ...loginTarget({}),
    },
  ];
}

/**
 * File names such as "ca", "user_ca" and "ca-key" suggest an authority that other hosts may trust.
 */
const isAuthorityName = (path: string) => /^([\w.-]+[_-])?ca([_-]key)?$/i.test(basename(path));

/** An encrypted PEM key hides its public half; ssh-keygen writes it to a .pub file beside it. */
function readSibling(read: GapReader, location: CredentialLocation): PublicKey | undefined {
  const text = readLocation(read, { ...location, path: `${location.path}.pub` })?.toString("utf8");
  return parsePublicKey(text?.trim().split(/\s+/)[1] ?? "");
}

function certificate(read: GapReader, location: CredentialLocation): Row[] {
  const parsed = parseSshCertificate(readLocation(read, location)?.toString("utf8") ?? "");
  // A host's own certificates open nothing; among a person's keys one may be taken for a user's.
  if (!parsed || (parsed.kind === "host" && location.path.startsWith("/etc/ssh/"))) return [];
  return [
    {
      kind: parsed.kind === "host" ? "ssh_host_certificate" : "ssh_certificate",
      encrypted: null,
      algorithm: parsed.algorithm,
      fingerprint: parsed.fingerprint,
      authority_fingerprint: parsed.authorityFingerprint,
      principals: parsed.principals.join(","),
      valid_after: parsed.validAfter,
      valid_before: parsed.validBefore,
      force_command: parsed.criticalOptions.get("force-command") ?? null,
      source_address: parsed.criticalOptions.get("source-address") ?? null,
      critical_options: [...parsed.criticalOptions.keys()].join(","),
      ...loginTarget({}),
    },
  ];
}
