/** The state of a password; "locked" also when no password could ever match. */
export type PasswordStatus = "empty" | "locked" | "not_set" | "active";

/**
 * A line of /etc/shadow without its hash: dates in days since 1970 and numbers of days, -1 when
 * unset.
 */
export interface ShadowEntry {
  username: string;
  password_status: PasswordStatus;
  /** The scheme's id in the field, such as "6"; null for a locked password, as in osquery. */
  hash_alg: string | null;
  /** Its name, also of a locked password's hash; null when there is no hash. */
  hash_scheme: string | null;
  last_change: number;
  min: number;
  max: number;
  warning: number;
  inactive: number;
  expire: number;
  flag: number;
}

/** Skips lines that don't have nine fields. */
export function parseShadow(text: string): ShadowEntry[] {
  return text.split("\n").flatMap((line) => {
    const [username = "", password, ...rest] = line.split(":");
    if (!username || username.startsWith("#") || password === undefined || rest.length < 6)
      return [];
    const [last_change, min, max, warning, inactive, expire, flag] = Array.from(
      { length: 7 },
      (_, index) => daysOf(rest[index]),
    ) as [number, number, number, number, number, number, number];
    const days = { last_change, min, max, warning, inactive, expire, flag };
    return [{ username, ...describePassword(password), ...days }];
  });
}

const daysOf = (text = "") => (/^-?\d{1,15}$/.test(text) ? Number(text) : -1);

/** Scheme and state of a password field; the hash never leaves this function. */
export function describePassword(field: string): {
  password_status: PasswordStatus;
  hash_alg: string | null;
  hash_scheme: string | null;
} {
  const hash = field.replace(/^!+/, "");
  return {
    password_status: statusOf(field, hash),
    hash_alg: /^\$(\w+)\$/.exec(field)?.[1] ?? null,
    hash_scheme: schemeOf(hash),
  };
}

function statusOf(field: string, hash: string): PasswordStatus {
  if (field === "") return "empty";
  if (field === "!!") return "not_set";
  if (field.startsWith("!") || schemeOf(hash) === null) return "locked";
  return "active";
}

/** crypt(5) prefixes. */
const schemes: Record<string, string> = {
  "1": "md5",
  "2": "bcrypt",
  "2a": "bcrypt",
  "2b": "bcrypt",
  "2x": "bcrypt",
  "2y": "bcrypt",
  "3": "nt",
  "5": "sha256",
  "6": "sha512",
  "7": "scrypt",
  gy: "gost-yescrypt",
  md5: "sunmd5",
  sha1: "sha1",
  y: "yescrypt",
};

function schemeOf(hash: string): string | null {
  const id = /^\$([a-z0-9]+)[$,]/.exec(hash)?.[1];
  if (id) return schemes[id] ?? "unknown";
  if (/^_[./0-9A-Za-z]{19}$/.test(hash)) return "bsdi-des";
  return /^[./0-9A-Za-z]{13}$/.test(hash) ? "des" : null;
}
