import type { GapReader } from "../../host/gap-reader.ts";
import { maxBytes, type StartupCommand } from "./startup-command.ts";

/** Settings of APT and dpkg whose values are commands. */
const hook = /\b(?:Pre-Invoke|Post-Invoke(?:-Success|-Stats)?|Pre-Install-Pkgs|Update-Hook)\b/i;

/** Commands that APT and dpkg run as root before or after their work. */
export function findAptHooks(read: GapReader): StartupCommand[] {
  const dropIns = read
    .list("/etc/apt/apt.conf.d")
    .filter((name) => /^[\w-]+(\.conf)?$/.test(name)) // APT skips other names
    .map((name) => `/etc/apt/apt.conf.d/${name}`);
  const dpkg = ["/etc/dpkg/dpkg.cfg"].concat(
    read
      .list("/etc/dpkg/dpkg.cfg.d")
      .filter((name) => /^[\w-]+$/.test(name))
      .map((name) => `/etc/dpkg/dpkg.cfg.d/${name}`),
  );
  return [
    ...[...dropIns, "/etc/apt/apt.conf"].flatMap((source) =>
      aptCommands(read.text(source, maxBytes) ?? "").map((found) => rowOf(source, found)),
    ),
    ...dpkg.flatMap((source) =>
      read.lines(source, maxBytes).flatMap((line, index) => {
        const [, command] = /^\s*(?:pre|post)-invoke\s*[= ]\s*["']?(.*?)["']?\s*$/.exec(line) ?? [];
        return command ? [rowOf(source, { line: index + 1, command })] : [];
      }),
    ),
  ];
}

const rowOf = (source: string, found: { line: number; command: string }): StartupCommand => ({
  kind: "apt_hook",
  source,
  username: "root",
  enabled: 1,
  ...found,
});

/** `Scope::Pre-Invoke {"command";};`, `Scope { Pre-Invoke:: "command"; }`. */
function aptCommands(text: string): { line: number; command: string }[] {
  const commands: { line: number; command: string }[] = [];
  const scopes: string[] = [];
  let name = "";
  let line = 1;
  for (const [token] of text.matchAll(
    /\n|\/\/.*|\/\*[\s\S]*?\*\/|#(?!clear|include)[^\n]*|"(?:[^"\\]|\\.)*"|[{};]|[^\s{};"]+/g,
  )) {
    const isComment = /^(\/\/|\/\*|#)/.test(token);
    if (token === "{") scopes.push(name);
    else if (token === "}") scopes.pop();
    else if (token.startsWith('"')) {
      if (hook.test([...scopes, name].join("::")) && !scopes.concat(name).includes("#clear"))
        commands.push({ line, command: token.slice(1, -1).replace(/\\(.)/g, "$1") });
    } else if (token === ";") name = "";
    else if (token !== "\n" && !isComment) name = name === "#clear" ? name : token;
    if (token === "{") name = "";
    line += token.split("\n").length - 1;
  }
  return commands;
}
