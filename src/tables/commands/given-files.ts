import { join } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import { isFolder } from "../host/inspect.ts";
import type { RunPath } from "./run-path.ts";
import { pathOf } from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";

/** A program that runs, or makes its writer root by, a file that it is given. */
interface Taker {
  /** What among its words makes it take files; absent: it always does. */
  action?: RegExp;
  /** What among them keeps it from that. */
  idle?: RegExp;
  /** Options whose value is the file; absent: the operands are files. */
  options?: RegExp;
  /** Options whose value is something else. */
  values?: RegExp;
  /** Which operands are files. */
  files?: RegExp;
  /** The file of a folder that it is given instead. */
  inFolder?: string;
  /** What decides whether what is in the file is run; absent: nothing. */
  awaits?: string;
}

const takers: [program: RegExp, taker: Taker][] = [
  [/^dpkg$/, { action: /^(?:-i|--install|--unpack)$/, idle: /^--(?:dry-run|simulate|no-act)$/ }],
  [/^rpm$/, { action: /^(?:-[iUF]\w*|--(?:install|upgrade|freshen))$/, idle: /^--test$/ }],
  [
    /^(?:apt|apt-get)$/,
    {
      action: /^(?:re)?install$/,
      idle: /^(?:-s|--simulate|--dry-run|-d|--download-only)$/,
      files: /^\.{0,2}\/.*\.deb$/,
      values: /^-[oct]$/,
    },
  ],
  [
    /^(?:dnf|yum)$/,
    { action: /^(?:local|re)?install$/, files: /\/.*\.rpm$/, awaits: "its question is answered" },
  ],
  [/^gdebi$/, { files: /\.deb$/, awaits: "its question is answered" }],
  [
    /^pip[\d.]*$/,
    {
      action: /^install$/,
      files: /\//,
      values: /^-[rctidfe]$/,
      inFolder: "setup.py",
      awaits: "pip builds it",
    },
  ],
  [
    /^npm$/,
    {
      action: /^(?:i|install)$/,
      files: /\//,
      inFolder: "package.json",
      awaits: "npm runs its scripts",
    },
  ],
  [/^gem$/, { action: /^install$/, files: /\.gem$/, awaits: "gem builds it" }],
  [/^insmod$/, { files: /\.ko/, awaits: "the kernel loads it" }],
  [/^crontab$/, { idle: /^-(?:[lrei]|u)/, awaits: "cron reads the table" }],
  [/^(?:at|batch)$/, { options: /^-f$/, awaits: "atd runs it" }],
  [/^[gm]?awk$/, { options: /^(?:-f|--file)$/ }],
  [/^sed$/, { options: /^(?:-f|--file)$/, awaits: "sed reads a line" }],
  [/^gdb$/, { options: /^(?:-x|--?command)$/ }],
  [/^psql$/, { options: /^(?:-f|--file)$/, awaits: "psql connects" }],
  [/^(?:expect|tclsh[\d.]*|Rscript)$/, { values: /^-[cd]$/ }],
  [
    /^ansible-playbook$/,
    { files: /\.ya?ml$/, values: /^-[ieultf]$/, awaits: "it gets to its tasks" },
  ],
  [
    /^wg-quick$/,
    { action: /^(?:up|down)$/, files: /\.conf$/, awaits: "wg-quick gets to its lines" },
  ],
  [/^openvpn$/, { options: /^--config$/, awaits: "openvpn runs its scripts" }],
  [
    /^systemctl$/,
    {
      action: /^(?:enable|link)$/,
      files: /^\/.*\.(?:service|timer|path|socket)$/,
      awaits: "the unit is started",
    },
  ],
];

/** The files that a program is given and runs: `dpkg -i /srv/app.deb`. */
export function givenFiles(
  name: string,
  words: ShellWord[],
  { read, folder }: { read: GapReader; folder: string | undefined },
): RunPath[] {
  const [, taker] = takers.find(([program]) => program.test(name)) ?? [];
  if (!taker) return [];
  const texts = words.map(({ text }) => text ?? "");
  if (taker.action && !texts.some((text) => taker.action!.test(text))) return [];
  if (texts.some((text) => taker.idle?.test(text))) return [];
  return filesAmong(words, taker).flatMap((word) => {
    const path = pathOf(word, folder);
    if (path === undefined || word.isPattern) return [];
    const isOther = taker.inFolder !== undefined && isFolder(read.host, path);
    const file = isOther ? join(path, taker.inFolder!) : path;
    return [{ path: file, executed: false, awaits: taker.awaits ?? null }];
  });
}

function filesAmong(words: ShellWord[], { options, values, files, action }: Taker): ShellWord[] {
  const before = (at: number) => words[at - 1]?.text ?? "";
  if (options) return words.filter((_, at) => at > 0 && options.test(before(at)));
  return words.filter(
    ({ text }, at) =>
      text !== null &&
      !text.startsWith("-") &&
      !(at > 0 && values?.test(before(at))) &&
      !action?.test(text) &&
      (files?.test(text) ?? true),
  );
}
