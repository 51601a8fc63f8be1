import { type PublicKey, parsePublicKey } from "./key.ts";

/** A line of authorized_keys: see sshd(8), "AUTHORIZED_KEYS FILE FORMAT". */
export interface AuthorizedKey {
  key: PublicKey;
  /** As written; "" when the key is unrestricted. */
  options: string;
  comment: string;
}

const keyNames = /^(ssh-|ecdsa-sha2-|sk-)[\w.@-]+$/;

/** The key of a line; undefined for comments and for lines that sshd would skip. */
export function parseAuthorizedKey(line: string): AuthorizedKey | undefined {
  const text = line.trim();
  if (text === "" || text.startsWith("#")) return undefined;
  const direct = parseKey(text, "");
  if (direct) return direct;
  const length = optionsLength(text);
  return parseKey(text.slice(length).trimStart(), text.slice(0, length));
}

function parseKey(text: string, options: string): AuthorizedKey | undefined {
  const [, name = "", base64 = "", comment = ""] = /^(\S+)\s+(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (!keyNames.test(name)) return undefined;
  const key = parsePublicKey(base64);
  // sshd rejects a blob of another type than the line names
  return key?.algorithm === name ? { key, options, comment } : undefined;
}

/** Options end at the first blank outside double quotes, in which \" is a quote. */
function optionsLength(text: string): number {
  return /^(?:[^\s"\\]|\\"|\\|"(?:\\"|[^"])*(?:"|$))*/.exec(text)?.[0].length ?? 0;
}
