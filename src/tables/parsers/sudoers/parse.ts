import { takeWord, takeWords } from "./words.ts";

export type AliasKind = "User_Alias" | "Runas_Alias" | "Host_Alias" | "Cmnd_Alias";

/** The statement of one logical line of sudoers: see sudoers(5). */
export type SudoersEntry =
  | { type: "include"; directory: boolean; path: string }
  | { type: "alias"; kind: AliasKind; aliases: { name: string; items: string[] }[] }
  | { type: "defaults"; scope: string; settings: string }
  | { type: "rules"; users: string[]; grants: Grant[] };

/** Commands that share hosts, target and tags. */
export interface Grant {
  hosts: string[];
  /** undefined where the rule has no target: root, unless Defaults change that. */
  runAs: { users: string[]; groups: string[] } | undefined;
  /** "NOPASSWD", "SETENV", "CWD=/srv": apply to these commands; opposites replace each other. */
  tags: string[];
  commands: string[];
}

/** undefined for a line that sudo would report as a syntax error. */
export function parseSudoersLine(text: string): SudoersEntry | undefined {
  const [, mark, directory, path] = /^([#@])include(dir)?\s+(.+)$/s.exec(text) ?? [];
  if (mark && path)
    return { type: "include", directory: directory !== undefined, path: plainPath(path.trim()) };
  const [, kind, definitions] = /^(User|Runas|Host|Cmnd|Cmd)_Alias\s+(.+)$/s.exec(text) ?? [];
  if (kind && definitions) return parseAliases(kind, definitions);
  if (/^Defaults([@:!>]|\s|$)/.test(text)) return parseDefaults(text);
  return parseRules(text);
}

/** "Defaults settings", or for some hosts (@), users (:), commands (!) or targets (>). */
function parseDefaults(text: string): SudoersEntry | undefined {
  const [mark = "", after = ""] = /^Defaults([@:!>]?)\s*([\s\S]*)$/.exec(text)?.slice(1) ?? [];
  const { words, rest } = mark ? takeWords(after, mark === "!") : { words: [], rest: after };
  if (rest === "" || (mark !== "" && words.length === 0)) return undefined;
  return { type: "defaults", scope: `Defaults${mark}${words.join(",")}`, settings: rest };
}

/** A path may be quoted or have escaped blanks. */
const plainPath = (path: string) => path.replace(/^"(.*)"$/, "$1").replace(/\\(.)/g, "$1");

function parseAliases(kind: string, text: string): SudoersEntry | undefined {
  const aliases: { name: string; items: string[] }[] = [];
  const isCommand = kind.startsWith("Cm");
  for (let rest = text; rest !== ""; ) {
    const [head, name] = /^([A-Z][A-Z0-9_]*)\s*=\s*/.exec(rest)?.slice(0, 2) ?? [];
    if (head === undefined || name === undefined) return undefined;
    const taken = takeWords(rest.slice(head.length), isCommand);
    aliases.push({ name, items: taken.words });
    rest = taken.rest.replace(/^:\s*/, "");
    if (rest === taken.rest && rest !== "") return undefined;
  }
  const full = isCommand ? "Cmnd_Alias" : (`${kind}_Alias` as AliasKind);
  return { type: "alias", kind: full, aliases };
}

function parseRules(text: string): SudoersEntry | undefined {
  const { words: users, rest: afterUsers } = takeWords(text, false);
  const grants: Grant[] = [];
  let rest = afterUsers;
  while (rest !== "") {
    const hosts = takeWords(rest, false);
    if (hosts.words.length === 0 || !hosts.rest.startsWith("=")) return undefined;
    const taken = takeGrants(hosts.rest.slice(1).trimStart(), hosts.words);
    if (!taken || (taken.rest !== "" && !taken.rest.startsWith(":"))) return undefined;
    grants.push(...taken.grants);
    rest = taken.rest.slice(1).trimStart();
  }
  return users.length > 0 && grants.length > 0 ? { type: "rules", users, grants } : undefined;
}

/** Commands up to ":" or the end; a target or tag also applies to the commands after it. */
function takeGrants(text: string, hosts: string[]): { grants: Grant[]; rest: string } | undefined {
  const grants: Grant[] = [];
  let current: Grant = { hosts, runAs: undefined, tags: [], commands: [] };
  let rest = text;
  do {
    const prefix = takePrefix(rest, current);
    const command = takeWord(prefix.rest, true);
    if (command.word === "") return undefined;
    const isSame = prefix.runAs === current.runAs && prefix.tags === current.tags;
    if (!isSame || grants.length === 0) {
      current = { hosts, runAs: prefix.runAs, tags: prefix.tags, commands: [] };
      grants.push(current);
    }
    current.commands.push(command.word);
    rest = command.rest;
    if (!rest.startsWith(",")) return { grants, rest };
    rest = rest.slice(1).trimStart();
  } while (rest !== "");
  return undefined;
}

const option =
  /^(?:ROLE|TYPE|PRIVS|LIMITPRIVS|APPARMOR_PROFILE|TIMEOUT|NOTBEFORE|NOTAFTER|CWD|CHROOT)\s*=\s*(?:"[^"]*"|(?:\\.|[^\s,"\\])+)\s*/;
const tag = /^(?:NO)?(?:PASSWD|EXEC|SETENV|LOG_INPUT|LOG_OUTPUT|MAIL|FOLLOW|INTERCEPT)\s*:\s*/;

/** The target and tags before a command, on top of those already active. */
function takePrefix(text: string, { runAs, tags }: Pick<Grant, "runAs" | "tags">) {
  let rest = text;
  let target = runAs;
  let inForce = tags;
  const [parenthesis, inside] = /^\(([^)]*)\)\s*/.exec(rest) ?? [];
  if (parenthesis !== undefined) {
    target = parseRunAs(inside ?? "");
    rest = rest.slice(parenthesis.length);
  }
  for (;;) {
    const found = (tag.exec(rest) ?? option.exec(rest))?.[0];
    if (!found) return { rest, runAs: target, tags: inForce };
    inForce = withTag(
      inForce,
      found
        .trim()
        .replace(/\s*:$/, "")
        .replace(/\s*=\s*/, "="),
    );
    rest = rest.slice(found.length);
  }
}

/** Without a user list the command runs as the caller, with another group. */
function parseRunAs(text: string): Grant["runAs"] {
  const users = takeWords(text.trim(), false);
  const groups = takeWords(users.rest.replace(/^:\s*/, ""), false);
  return { users: users.words, groups: groups.words };
}

const topicOf = (name: string) => name.replace(/^NO(?!T)/, "").replace(/=.*/, "");

const withTag = (tags: string[], added: string) => [
  ...tags.filter((name) => topicOf(name) !== topicOf(added)),
  added,
];
