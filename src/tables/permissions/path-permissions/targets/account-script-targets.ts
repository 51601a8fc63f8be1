import { type Account, readAccounts } from "../../../accounts/local-accounts.ts";
import { sessionRefusal } from "../../../accounts/login-shell.ts";
import { inHome } from "../../../accounts/user-files.ts";
import { type GapReader, gapReader } from "../../../host/gap-reader.ts";
import { isFolder, isPresent } from "../../../host/inspect.ts";
import type { Host } from "../../../host/port.ts";
import { effectiveGlobals } from "../../../parsers/sshd/effective.ts";
import { readSshdConfig } from "../../../ssh/server/sshd-files.ts";
import { findMasked } from "../../masked-files.ts";
import { createOwnership } from "../../only-owner-writes.ts";
import type { Target } from "./target.ts";

/** A file that runs as an account, by its path in the home. */
interface Script {
  name: string;
  awaits: string;
  barred?: string;
}

/**
 * Scripts and units that sessions of ordinary accounts run, where somebody besides the account and
 * root may be able to write them or a folder above, or would if the mask of an access list let
 * them: those of all others are left out, as each account has many.
 */
export async function findAccountScriptTargets({ host }: GapReader): Promise<Target[]> {
  const sshRc = readsSshRc(host);
  function scriptsOf(account: Account): Script[] {
    const refusal = sessionRefusal(host, account.shell);
    if (refusal !== undefined)
      return unreadScripts(host, account, `nobody gets a session: ${refusal}`);
    return [
      ...shellScripts(host, account),
      ...sshScripts(host, account, sshRc),
      ...desktopScripts(host, account),
      ...userUnits(host, account),
    ];
  }
  const isOwnersAlone = createOwnership(host);
  const scripts = readAccounts(host)
    .filter(({ uid }) => uid !== 0)
    .filter(({ directory }) => /^\/[^/]/.test(directory) && isFolder(host, directory))
    .flatMap((account) => scriptsOf(account).map((script) => targetOf(account, script)));
  const owned = scripts.filter(({ target, uid }) => isOwnersAlone(target, uid));
  const masked = await findMasked(
    host,
    owned.map(({ target }) => target),
  );
  const isOwned = new Set(owned.filter(({ target }) => !masked.has(target)));
  return scripts.filter((script) => !isOwned.has(script)).map(({ uid, ...target }) => target);
}

const targetOf = (account: Account, { name, ...script }: Script): Target & { uid: number } => ({
  purpose: "account_script",
  source: "",
  run_as: account.name,
  enabled: 1,
  detail: name,
  target: inHome(account, name),
  uid: account.uid,
  ...script,
});

function sshScripts(host: Host, account: Account, isRead: boolean | null): Script[] {
  const script = { name: ".ssh/rc", awaits: `${account.name} logs in over SSH` };
  if (isRead === null || (!isRead && !isPresent(host, inHome(account, script.name)))) return [];
  return [
    { ...script, ...(!isRead && { barred: "sshd runs no file of its users (PermitUserRC)" }) },
  ];
}

/** sshd runs ~/.ssh/rc at each login, unless PermitUserRC is off; null: there is no sshd. */
function readsSshRc(host: Host): boolean | null {
  if (!isPresent(host, "/etc/ssh/sshd_config")) return null;
  const config = readSshdConfig(gapReader(host)); // the logins report what can't be read
  return !config || effectiveGlobals(config).get("PermitUserRC")?.values[0] !== "no";
}

const loginFiles: Record<string, string[]> = {
  bash: [".bash_profile", ".bash_login", ".profile"],
  zsh: [".zprofile", ".zlogin"],
  csh: [".login"],
  tcsh: [".login"],
};
const startFiles: Record<string, string[]> = {
  bash: [".bashrc"],
  zsh: [".zshenv", ".zshrc"],
  fish: [".config/fish/config.fish"],
  csh: [".cshrc"],
  tcsh: [".tcshrc", ".cshrc"],
};
/** Shells of which only these files are known. */
const isKnown = /^(ba|da|z|k|mk|c|tc|fi)?sh$/;

function shellScripts(host: Host, account: Account): Script[] {
  const shell = (account.shell || "/bin/sh").replace(/^.*\//, "").replace(/^rbash$/, "bash");
  if (!isKnown.test(shell)) return [];
  const others = unreadScripts(
    host,
    account,
    `${shell}, the shell of ${account.name}, does not read it`,
  );
  const logins = loginFiles[shell] ?? (shell === "fish" ? [] : [".profile"]);
  const starts = startFiles[shell] ?? [];
  return [
    ...(shell === "bash" ? firstOf(host, account, logins) : logins.map(atLogin(account))),
    ...starts.map((name) => ({ name, awaits: `${account.name} starts a shell` })),
    ...others.filter(({ name }) => !logins.includes(name) && !starts.includes(name)),
  ];
}

/** Files of any shell that are there. */
const unreadScripts = (host: Host, account: Account, barred: string): Script[] =>
  [...new Set([loginFiles, startFiles].flatMap((files) => Object.values(files).flat()))]
    .filter((name) => isPresent(host, inHome(account, name)))
    .map((name) => ({ ...atLogin(account)(name), barred }));

const atLogin =
  ({ name: who }: Account) =>
  (name: string) => ({ name, awaits: `${who} logs in` });

/** bash reads only the first that is there; a later one counts if that one names it. */
function firstOf(host: Host, account: Account, names: string[]): Script[] {
  const at = names.findIndex((name) => isPresent(host, inHome(account, name)));
  const first = names[at];
  if (first === undefined) return names.map(atLogin(account));
  const text = gapReader(host).text(inHome(account, first)) ?? "";
  return names
    .filter((name, place) => place <= at || isPresent(host, inHome(account, name)))
    .map((name, place) => ({
      ...atLogin(account)(name),
      ...(place > at && !text.includes(name) && { barred: `bash reads ${first} instead` }),
    }));
}

const sessions = ["/usr/share/xsessions", "/usr/share/wayland-sessions"];

function desktopScripts(host: Host, account: Account): Script[] {
  const quiet = gapReader(host);
  if (sessions.every((folder) => quiet.list(folder).length === 0)) return [];
  const awaits = `${account.name} logs in to the desktop`;
  return [".xprofile", ".xsessionrc", ".config/autostart"]
    .concat(
      quiet.list(inHome(account, ".config/autostart")).map((name) => `.config/autostart/${name}`),
    )
    .map((name) => ({ name, awaits }));
}

const unitFolder = ".config/systemd/user";

/** Units of the account's own systemd, which pam_systemd or lingering starts. */
function userUnits(host: Host, account: Account): Script[] {
  const quiet = gapReader(host);
  const lingers = isPresent(host, `/var/lib/systemd/linger/${account.name}`);
  const isStarted = ["common-session", "system-auth", "systemd-user", "login"].some((name) =>
    (quiet.text(`/etc/pam.d/${name}`) ?? "").includes("pam_systemd.so"),
  );
  if (!lingers && !isStarted) return [];
  const awaits = `the systemd of ${account.name} starts`;
  return [unitFolder]
    .concat(
      quiet
        .list(inHome(account, unitFolder))
        .filter((name) => /\.(service|timer|socket|path|d|wants)$/.test(name))
        .map((name) => `${unitFolder}/${name}`),
    )
    .map((name) => ({ name, awaits }));
}
