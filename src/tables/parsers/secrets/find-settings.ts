import { secretInCommand } from "./command-secrets.ts";

/** A setting that holds a secret: where it is and what it is called, never its value. */
export interface SecretSetting {
  line: number;
  kind: "password" | "token" | "key" | "address" | "private key" | "command";
  /** The setting's name; "" for an address, a private key or a command. */
  name: string;
}

const setting =
  /^\s*(?:\/\/\S+?:|export\s+|define\(\s*|set\s+|-\s+)?["']?([\w.-]{1,80}?)["']?\s*(?:=>|[:=,])\s*(.*)$/;
/** A name anywhere in a line that is followed by a value; `$token = x` compares a variable. */
const inner = /(?<![\w.$\\{-])([\w.-]{1,80})["']?(\s*(?:=>|[:=])\s*)(?=\S)/g;
const quotedValue = /^(["'`])(.*?)\1/;
const attachedValue = /^[^\s,;)}\]"'`&]+/;
const listedValue = /^([^\s,;)}\]"'`&]+)\s*[,}\]]/;
/** Two slashes before a name begin a share or a registry: //registry.example/:_authToken=… */
const comment = /^\s*(?:#|;|\/\/(?!\S)|\*)/;
const bySuffix: [RegExp, SecretSetting["kind"]][] = [
  [/(?:^|[._-])(?:password|passwd|passphrase|pwd|pass)$/i, "password"],
  [/(?:^|[._-])(?:token|bearer)$/i, "token"],
  [
    /(?:^|[._-])(?:secret|secret_?key|api_?key|access_?key|private_?key|encryption_?key|client_?secret|auth_?key|signing_?key|psk|pre_?shared_?key|key-data)$/i,
    "key",
  ],
];
const address = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{0,80}:([^\s/@"']{3,})@/i;
const privateKey = /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/;
/** What stands for a value that is elsewhere, or for none. */
const placeholder =
  /^(?:$|[$%{<*]|(?:null|none|nil|true|false|yes|no|on|off|empty|undefined|changeme|change_me|change-me|example|secret|password|passwd|your[_-].*|x{3,}|\.{3,}|todo|env\(.*|getenv\(.*|process\.env.*|os\.environ.*|!vault.*|ENC\[.*|vault:.*|file:.*|arn:.*|\d{1,3})$)/i;
const maxSettings = 50;

/** In code a value without quotes is an expression. */
const isCode = (path: string) => /\.(?:py|js|php|rb)$/.test(path);
const hasCommands = (path: string) =>
  /\.(?:sh|bash|service)$|\/(?:crontab|etc\/cron\.[a-z]+\/[^/]+)$/.test(path);

/** Formats that separate the fields of a line by blanks or colons: netrc(5) and PostgreSQL's .pgpass. */
const fields: [RegExp, RegExp][] = [
  [/\/[._]netrc$/, /(?:^|\s)password\s+(\S+)/],
  [/\/\.pgpass$/, /^[^#:]+:[^:]+:[^:]+:[^:]+:(.+)$/],
];

/** The settings of a file of any common format that hold secrets; the path decides how lines are read. */
export function findSecretSettings(text: string, path: string): SecretSetting[] {
  const found: SecretSetting[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const secret = comment.test(line) ? undefined : secretOf(line.slice(0, 4096), path);
    if (secret) found.push({ line: at + 1, ...secret });
    if (found.length === maxSettings) break;
  }
  return found;
}

function secretOf(line: string, path: string): Omit<SecretSetting, "line"> | undefined {
  if (privateKey.test(line.trim())) return { kind: "private key", name: "" };
  const [, inAddress] = address.exec(line) ?? [];
  if (inAddress !== undefined && !placeholder.test(inAddress)) return { kind: "address", name: "" };
  const [, field] = fields.find(([file]) => file.test(path)) ?? [];
  if (field)
    return isSecret(field.exec(line)?.[1] ?? "") ? { kind: "password", name: "" } : undefined;
  const named = namedSecret(line, path);
  if (named) return named;
  return hasCommands(path) && secretInCommand(line) ? { kind: "command", name: "" } : undefined;
}

/** The setting that the line is, or else the first secret among those in it. */
function namedSecret(line: string, path: string): Omit<SecretSetting, "line"> | undefined {
  const [, whole = "", value = ""] = setting.exec(line) ?? [];
  const kind = kindOf(whole);
  if (kind && (!isCode(path) || quotedValue.test(value)) && isSecret(plainValue(value)))
    return { kind, name: whole };
  for (const { 0: match, 1: name = "", 2: separator = "", index } of line.matchAll(inner)) {
    const kind = kindOf(name);
    const rest = line.slice(index + match.length);
    if (kind && isSecret(innerValue(rest, { isAttached: separator === "=", path })))
      return { kind, name };
  }
  return undefined;
}

const kindOf = (name: string): SecretSetting["kind"] | undefined => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2");
  return bySuffix.find(([pattern]) => pattern.test(words))?.[1];
};

/** Whether a setting of this name and value is a secret. */
export const isSecretSetting = (name: string, value: string) =>
  kindOf(name) !== undefined && isSecretValue(value);

/** A value within a line ends with its quote; without quotes, in a list or attached by `=`, with a delimiter. */
function innerValue(rest: string, { isAttached, path }: { isAttached: boolean; path: string }) {
  const quoted = quotedValue.exec(rest)?.[2];
  if (quoted !== undefined || isCode(path)) return quoted ?? "";
  return (isAttached ? attachedValue.exec(rest)?.[0] : listedValue.exec(rest)?.[1]) ?? "";
}

/** Without quotes, a closing bracket and a comment behind it. */
function plainValue(text: string): string {
  const quoted = quotedValue.exec(text.trim())?.[2];
  return (
    quoted ??
    text
      .replace(/\s+(?:#|;|\/\/).*$/, "")
      .replace(/[\s,;)}\]]+$/, "")
      .trim()
  );
}

/** A path names a file that has the secret; a reference stands for one that is elsewhere. */
const isSecret = (value: string) => isSecretValue(value) && !/^(?:~|\.{0,2})\//.test(value);

/** The same where no path is expected: keys may begin with a slash. */
export const isSecretValue = (value: string) =>
  value.length >= 4 && !placeholder.test(value) && !/\s|EXAMPLEKEY$/.test(value);
