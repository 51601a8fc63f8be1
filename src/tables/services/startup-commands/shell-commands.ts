import { type Account, readAccounts } from "../../accounts/local-accounts.ts";
import { sessionRefusal } from "../../accounts/login-shell.ts";
import { inHome, readUserFile } from "../../accounts/user-files.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { expandGlob } from "../../host/glob.ts";
import { isPresent } from "../../host/inspect.ts";
import { scriptCommands } from "../../parsers/shell/script-commands.ts";
import { type StartupCommand, shadowsProgram } from "./startup-command.ts";

/** Start-up files of shells for every account, by the shell that reads them. */
const shared: Record<string, string[]> = {
  sh: ["/etc/profile", "/etc/profile.d/*.sh", "/etc/ssh/sshrc"],
  bash: ["/etc/bash.bashrc", "/etc/bashrc", "/etc/bash.bash_logout"],
  zsh: ["zshenv", "zprofile", "zshrc", "zlogin", "zlogout"].flatMap((name) => [
    `/etc/${name}`,
    `/etc/zsh/${name}`,
  ]),
};

const loginFiles = [".bash_profile", ".bash_login", ".profile"];

/** Those of one account; bash reads the first of its login files alone. */
const own: Record<string, string[]> = {
  sh: [".profile", ".xprofile", ".xsession", ".xinitrc", ".ssh/rc"],
  bash: [".bash_profile", ".bash_login", ".bashrc", ".bash_aliases", ".bash_logout"],
  zsh: [".zshenv", ".zprofile", ".zshrc", ".zlogin", ".zlogout"],
  ksh: [".kshrc", ".mkshrc"],
};

export function findShellCommands(read: GapReader): StartupCommand[] {
  const forAll = filesOf(shared).flatMap(({ shell, name }) =>
    expandGlob(read, name).flatMap((source) =>
      commandsOf(read, {
        source,
        username: null,
        enabled: isInstalled(read, shell),
        text: read.text(source),
      }),
    ),
  );
  return [...forAll, ...readAccounts(read.host).flatMap((user) => accountCommands(read, user))];
}

const filesOf = (files: Record<string, string[]>) =>
  Object.entries(files).flatMap(([shell, names]) => names.map((name) => ({ shell, name })));

function accountCommands(read: GapReader, user: Account): StartupCommand[] {
  const starts = sessionRefusal(read.host, user.shell) === undefined;
  return filesOf(own).flatMap(({ shell, name }) => {
    const source = inHome(user, name);
    const isRead = starts && isInstalled(read, shell) && !isPassedOver(read, { user, name });
    return commandsOf(read, {
      source,
      username: user.name,
      enabled: isRead,
      text: readUserFile(read, user, source),
    });
  });
}

/** A login file that bash skips for an earlier one, which does not name it. */
function isPassedOver(read: GapReader, { user, name }: { user: Account; name: string }): boolean {
  if (!user.shell.endsWith("/bash") || !loginFiles.includes(name)) return false;
  const before = loginFiles
    .slice(0, loginFiles.indexOf(name))
    .map((earlier) => inHome(user, earlier))
    .find((path) => isPresent(read.host, path));
  return before !== undefined && !readUserFile(read, user, before)?.includes(name);
}

const isInstalled = ({ host }: GapReader, shell: string): boolean =>
  ["/bin", "/usr/bin", "/usr/local/bin"].some((folder) => host.exists(`${folder}/${shell}`));

interface ShellFile {
  source: string;
  username: string | null;
  enabled: boolean;
  text: string | undefined;
}

const commandsOf = (
  read: GapReader,
  { source, username, enabled, text = "" }: ShellFile,
): StartupCommand[] =>
  scriptCommands(text, shadowsProgram(read)).map((found) => ({
    kind: "shell_profile",
    source,
    username,
    enabled: enabled ? 1 : 0,
    ...found,
  }));
