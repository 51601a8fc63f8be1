import { createHash } from "node:crypto";
import { secretInCommand } from "../../tables/parsers/secrets/command-secrets.ts";
import { suspiciousAction } from "../../tables/parsers/shell/suspicious-action.ts";
import { suspiciousWindowsCommand } from "../../tables/parsers/windows/suspicious-command.ts";
import { communityId, inCidrBlock, inetAton } from "./addresses.ts";
import { type Permission, permits } from "./permits.ts";
import { matchRegex, splitRegex } from "./regular-expressions.ts";
import { versionCompare } from "./version-orders.ts";

/** The type of a SQL function's arguments. */
export type SqlValue = string | number | bigint | Uint8Array | null;

export interface SqlFunction {
  name: string;
  /** The numbers of arguments it accepts. */
  arities: number[];
  /** The argument that may be NULL. If any other is, the result is NULL without a call. */
  nullable?: number;
  evaluate(...args: Exclude<SqlValue, null>[]): Exclude<SqlValue, Uint8Array>;
}

type Argument = Exclude<SqlValue, null>;

const text = (value: Argument) =>
  value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : String(value);
const bytes = (value: Argument) =>
  value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
const truth = (value: boolean | null) => (value === null ? null : value ? 1 : 0);
const base64 = (value: Argument) => bytes(value).toString("base64");

/** "" for text that is not base64, as in osquery; line breaks and missing padding are accepted. */
function fromBase64(value: string): string {
  const plain = value.replace(/\r?\n/g, "").replace(/=+$/, "");
  return /^[A-Za-z0-9+/]*$/.test(plain) ? Buffer.from(plain, "base64").toString("utf8") : "";
}

const digest = (name: string): SqlFunction => ({
  name,
  arities: [1],
  evaluate: (value) => createHash(name).update(bytes(value)).digest("hex"),
});

/** Splits like osquery: at any of the delimiters, trimming parts and dropping empty ones. */
function splitAtAny(value: string, delimiters: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const character of value) {
    if (!delimiters.includes(character)) part += character;
    else {
      parts.push(part);
      part = "";
    }
  }
  return [...parts, part].filter((piece) => piece !== "").map((piece) => piece.trim());
}

/** The part before the last slash, "" as in osquery for a path directly below "/"; null without a slash. */
function parentDirectory(path: string): string | null {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? null : path.slice(0, slash);
}

/**
 * osquery's SQL functions, under its names, and inquest's own `permits`, `secret_in_command`,
 * `suspicious_action`, `suspicious_target`, `suspicious_windows_action` and
 * `suspicious_windows_target`.
 */
export const sqlFunctions: SqlFunction[] = [
  digest("md5"),
  digest("sha1"),
  digest("sha256"),
  {
    name: "secret_in_command",
    arities: [1],
    evaluate: (command) => secretInCommand(text(command)),
  },
  {
    name: "suspicious_action",
    arities: [1],
    evaluate: (command) => suspiciousAction(text(command))?.action ?? null,
  },
  {
    name: "suspicious_target",
    arities: [1],
    evaluate: (command) => suspiciousAction(text(command))?.target ?? null,
  },
  {
    name: "suspicious_windows_action",
    arities: [1],
    evaluate: (command) => suspiciousWindowsCommand(text(command))?.action ?? null,
  },
  {
    name: "suspicious_windows_target",
    arities: [1],
    evaluate: (command) => suspiciousWindowsCommand(text(command))?.target ?? null,
  },
  {
    name: "split",
    arities: [3],
    evaluate: (value, delimiters, index) =>
      splitAtAny(text(value), text(delimiters))[Number(index)] ?? null,
  },
  {
    name: "regex_split",
    arities: [3],
    evaluate: (value, pattern, index) =>
      splitRegex(text(value), text(pattern))[Number(index)] ?? null,
  },
  {
    name: "regex_match",
    arities: [3],
    evaluate: (value, pattern, group) =>
      matchRegex(text(value), text(pattern))?.[Number(group)] ?? null,
  },
  {
    // `X REGEXP Y` calls regexp(Y, X).
    name: "regexp",
    arities: [2],
    evaluate: (pattern, value) => truth(matchRegex(text(value), text(pattern)) !== null),
  },
  { name: "inet_aton", arities: [1], evaluate: (address) => inetAton(text(address)) },
  {
    name: "in_cidr_block",
    arities: [2],
    evaluate: (block, address) => truth(inCidrBlock(text(block), text(address))),
  },
  ...["community_id_v1", "community_id_v1_strict"].map<SqlFunction>((name) => ({
    name,
    arities: [5, 6],
    evaluate: (source, destination, sourcePort, destinationPort, protocol, seed) =>
      communityId({
        source: text(source),
        destination: text(destination),
        sourcePort: Number(sourcePort),
        destinationPort: Number(destinationPort),
        protocol: Number(protocol),
        seed: Number(seed ?? 0),
      }),
  })),
  {
    name: "version_compare",
    arities: [2, 3],
    evaluate: (left, right, flavor) =>
      versionCompare(text(left), text(right), flavor === undefined ? undefined : text(flavor)),
  },
  { name: "parent_directory", arities: [1], evaluate: (path) => parentDirectory(text(path)) },
  { name: "to_base64", arities: [1], evaluate: base64 },
  {
    name: "from_base64",
    arities: [1],
    evaluate: (value) => fromBase64(text(value)),
  },
  {
    name: "conditional_to_base64",
    arities: [1],
    evaluate: (value) => (/^[\x20-\x7e]*$/.test(text(value)) ? text(value) : base64(value)),
  },
  {
    // permits(mode, uid, gid, acl, user_uid, user_gids, 'r' | 'w' | 'x')
    name: "permits",
    arities: [7],
    nullable: 3,
    evaluate: (mode, uid, gid, acl: SqlValue, user, groups, permission) => {
      if (!/^[rwx]$/.test(text(permission)) || !/^[0-7]+$/.test(text(mode))) return null;
      const gids = text(groups).split(",").filter(Boolean).map(Number);
      const allowed = permits({
        mode: text(mode),
        uid: Number(uid),
        gid: Number(gid),
        acl: acl === null ? null : text(acl),
        account: { uid: Number(user), gids },
        permission: text(permission) as Permission,
      });
      return truth(allowed);
    },
  },
  { name: "cot", arities: [1], evaluate: (value) => 1 / Math.tan(Number(value)) },
  {
    // SQLite's log(x) has base 10; osquery's is the natural logarithm.
    name: "log",
    arities: [1],
    evaluate: (value) => (Number(value) > 0 ? Math.log(Number(value)) : null),
  },
];
