import { type Account, readAccounts } from "../../accounts/local-accounts.ts";
import { isShell } from "../../commands/script-file.ts";
import { distinctGaps } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import { once } from "../../host/once.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { parseKeyOptions } from "../authorities/key-options.ts";
import { collectSshLogins } from "../logins/login-rows.ts";
import { runsClientCommand } from "./runs-client-command.ts";

/** Commands of one account that are looked at. */
const maxCommands = 100;

/** The commands of the keys, rows of authorized_keys, and of sshd. */
export async function collectForcedCommands(host: Host, keys: Collected): Promise<Collected> {
  const read = gapReader(host);
  const logins = await once(host, collectSshLogins);
  const ofKeys = keys.rows.map(({ username, options }) => [
    username,
    parseKeyOptions(String(options ?? "")).findLast(({ name }) => name === "command")?.value,
  ]);
  const ofSshd = logins.rows.map(({ username, forced_command }) => [username, forced_command]);
  const commands = new Map<string, Set<string>>();
  for (const [username, command] of [...ofKeys, ...ofSshd]) {
    if (typeof username !== "string" || typeof command !== "string" || command === "") continue;
    const known = commands.get(username) ?? new Set();
    commands.set(username, known);
    if (known.size < maxCommands) known.add(command);
  }
  const rows = readAccounts(host).flatMap((account) =>
    [...(commands.get(account.name) ?? [])].map(
      (command): Row => ({
        username: account.name,
        uid: account.uid,
        command,
        runs_client: Number(runs(read, account, command)),
      }),
    ),
  );
  return { rows, gaps: distinctGaps(read.gaps) };
}

/** sshd starts it with the account's shell. */
function runs(read: GapReader, account: Account, command: string): boolean {
  if (!isShell(account.shell.replace(/^.*\//, ""))) return false;
  return runsClientCommand(command, { read, mayRun: (path) => mayRun(read, account, path) });
}

function mayRun({ host }: GapReader, { uid, gid }: Account, path: string): boolean {
  try {
    const file = host.stat(path);
    const shift = file.uid === uid ? 6 : file.gid === gid ? 3 : 0;
    return file.isFile() && ((file.mode >> shift) & 5) === 5;
  } catch {
    return false;
  }
}
