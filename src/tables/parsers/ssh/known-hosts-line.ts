import { parsePublicKey } from "./key.ts";

/** A line of known_hosts: see sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT". */
export interface KnownHost {
  /** Names as written: comma-joined patterns or one hash "|1|salt|hash". */
  host: string;
  /** "@cert-authority", "@revoked" or "". */
  marker: string;
  algorithm: string;
  base64: string;
  fingerprint: string;
}

/** The entry of a line; undefined for comments and lines that ssh would skip. */
export function parseKnownHost(line: string): KnownHost | undefined {
  const words = line.trim().split(/\s+/);
  if (words[0]?.startsWith("#")) return undefined;
  const marker = words[0]?.startsWith("@") ? (words.shift() ?? "") : "";
  const [host, algorithm, base64] = words;
  const key = parsePublicKey(base64 ?? "");
  if (!host || !algorithm || key?.algorithm !== algorithm) return undefined;
  return { host, marker, algorithm, base64: key.base64, fingerprint: key.fingerprint };
}
