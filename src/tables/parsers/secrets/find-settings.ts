/** A setting that holds a secret: where it is and what it is called, never its value. */
export interface SecretSetting {
  line: number;
  kind: "password" | "token" | "key" | "address" | "private key";
  /** The setting's name; "" for an address or a private key. */
  name: string;
}

const setting =
  /^\s*(?:\/\/\S+?:|export\s+|define\(\s*|set\s+|-\s+)?["']?([\w.-]{1,80}?)["']?\s*(?:=>|[:=,])\s*(.*)$/;
/** npm names the registry first: //registry.example/:_authToken=… */
const comment = /^\s*(?:#|;|\/\/(?!\S+:_)|\*)/;
const bySuffix: [RegExp, SecretSetting["kind"]][] = [
  [/(?:^|[._-])(?:password|passwd|passphrase|pwd|pass)$/i, "password"],
  [/(?:^|[._-])(?:token|bearer)$/i, "token"],
  [
    /(?:^|[._-])(?:secret|secret_?key|api_?key|access_?key|private_?key|encryption_?key|client_?secret|auth_?key|signing_?key)$/i,
    "key",
  ],
];
const address = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{0,80}:([^\s/@"']{3,})@/i;
const privateKey = /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/;
/** What stands for a value that is elsewhere, or for none. */
const placeholder =
  /^(?:$|[$%{<*]|(?:null|none|nil|true|false|yes|no|on|off|empty|undefined|changeme|change_me|change-me|example|secret|password|passwd|your[_-].*|x{3,}|\.{3,}|todo|env\(.*|getenv\(.*|process\.env.*|os\.environ.*|!vault.*|ENC\[.*|vault:.*|file:.*|arn:.*|\d{1,3})$)/i;
const maxSettings = 50;

/** The settings of a file of any common format that hold secrets. */
export function findSecretSettings(text: string): SecretSetting[] {
  const found: SecretSetting[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const secret = comment.test(line) ? undefined : secretOf(line);
    if (secret) found.push({ line: at + 1, ...secret });
    if (found.length === maxSettings) break;
  }
  return found;
}

function secretOf(line: string): Omit<SecretSetting, "line"> | undefined {
  const text = line.slice(0, 4096);
  if (privateKey.test(text.trim())) return { kind: "private key", name: "" };
  const [, inAddress] = address.exec(text) ?? [];
  if (inAddress !== undefined && !placeholder.test(inAddress)) return { kind: "address", name: "" };
  const [, name = "", value = ""] = setting.exec(text) ?? [];
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2");
  const kind = bySuffix.find(([pattern]) => pattern.test(words))?.[1];
  return kind && isSecret(plainValue(value)) ? { kind, name } : undefined;
}

/** Without quotes, a closing bracket and a comment behind it. */
function plainValue(text: string): string {
  const quoted = /^(["'`])(.*?)\1/.exec(text.trim())?.[2];
  return (
    quoted ??
    text
      .replace(/\s+(?:#|;|\/\/).*$/, "")
      .replace(/[\s,;)}\]]+$/, "")
      .trim()
  );
}

/** A path names a file that has the secret; a reference stands for one that is elsewhere. */
const isSecret = (value: string) =>
  value.length >= 4 && !placeholder.test(value) && !/^(?:~|\.{0,2})\/|\s/.test(value);
