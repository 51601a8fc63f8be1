import { type Gap, TableUnavailable } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import type { CommandOutput, Host } from "../../host/port.ts";
import { bytesOfPath, pathOfBytes, pathOfText } from "../../parsers/byte-text.ts";

/** Access lists by path: "" without one, null when it could not be read. */
export type AccessLists = Map<string, string | null>;

/** Well below Linux's limit on arguments of one program. */
const pathsPerRun = 1_000;

/**
 * POSIX access lists of paths without links. Node can't read them; getfacl can. Many servers lack
 * it, but GNU `ls` marks files that have a list: unmarked files are known to have none, only marked
 * ones stay unknown.
 */
export async function readAccessLists(read: GapReader, paths: string[]): Promise<AccessLists> {
  const lists: AccessLists = new Map();
  for (let at = 0; at < paths.length; at += pathsPerRun)
    for (const [path, list] of await readSome(read.host, paths.slice(at, at + pathsPerRun)))
      lists.set(path, list);
  const unread = paths.filter((path) => lists.get(path) === null);
  if (unread.length > 0) read.report(gapOfUnread(unread));
  return lists;
}

const gapOfUnread = (unread: string[]): Gap => ({
  reason: "table_missing",
  detail: `access lists of ${unread.length} paths, such as ${unread[0]}: getfacl could not read them`,
  columns: ["acl"],
});

async function readSome(host: Host, paths: string[]): Promise<AccessLists> {
  // Node passes only text to programs: the lists of other names stay unknown.
  const names = paths.map(bytesOfPath).filter((name) => typeof name === "string");
  const lists = await readNamed(host, names);
  return new Map(paths.map((path) => [path, lists.get(path) ?? null]));
}

async function readNamed(host: Host, names: string[]): Promise<AccessLists> {
  const paths = names.map(pathOfText);
  // -s skips files without a list, -a default lists, which grant no access
  const shown = await runIfInstalled(host, "getfacl", ["-p", "-n", "-s", "-a", "--", ...names]);
  const known = parseGetfacl(shown?.stdout ?? "");
  if (shown?.exitCode === 0) return fill(paths, known, "");
  const listed = await runIfInstalled(host, "ls", ["-ldnU", "--quoting-style=c", "--", ...names]);
  return fill(paths, new Map([...parseMarks(listed?.stdout ?? ""), ...known]), null);
}

/** Empty when the tool is missing or fails. */
async function runIfInstalled(
  host: Host,
  tool: string,
  args: string[],
): Promise<CommandOutput | undefined> {
  try {
    return await host.run(tool, args);
  } catch (error) {
    if (error instanceof TableUnavailable) return undefined;
    throw error;
  }
}

const fill = (paths: string[], known: AccessLists, otherwise: string | null): AccessLists =>
  new Map(paths.map((path) => [path, known.has(path) ? known.get(path)! : otherwise]));

/** Blocks of getfacl(1): "# file: path", comments, and one entry per line. */
export function parseGetfacl(text: string): AccessLists {
  const lists: AccessLists = new Map();
  for (const block of text.split(/\n\n+/)) {
    const [, path] = /^# file: (.+)$/m.exec(block) ?? [];
    // The mode already has the owner and others, but not the group: with a list its group bits are the mask.
    const entries = block.match(/^(?:user:\d+|group:\d*|mask:):[rwx-]{3}/gm) ?? [];
    if (path) lists.set(unescapeBytes(path), entries.join(","));
  }
  return lists;
}

/**
 * Lines of GNU's ls -l: "-rw-r--r--+ 1 0 0 0 Nov 22 07:06 "/srv/x"", where "+" marks an access
 * list.
 */
export function parseMarks(text: string): AccessLists {
  const lists: AccessLists = new Map();
  for (const line of text.split("\n")) {
    const [, mark, path] =
      /^[-bcdps][-rwxsStT]{9}([.+]?) [^"]*"((?:[^"\\]|\\.)*)"$/.exec(line) ?? [];
    if (path !== undefined) lists.set(unescapeBytes(path), mark === "+" ? null : "");
  }
  return lists;
}

const letters: Record<string, string> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f" };

/** Both tools escape bytes as three octal digits, ls some as letters. */
function unescapeBytes(text: string): string {
  const bytes = Buffer.from(text)
    .toString("latin1")
    .replace(/\\(?:([0-3][0-7]{2})|(.))/g, (_, octal, letter) =>
      octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (letters[letter] ?? letter),
    );
  return pathOfBytes(Buffer.from(bytes, "latin1"));
}
