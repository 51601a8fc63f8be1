import { readAccounts } from "../../accounts/local-accounts.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { listPackageFolders } from "../../packages/python-folders.ts";
import { maxBytes, type StartupCommand } from "./startup-command.ts";

/** Lines of .pth files that Python executes when it starts, and folders that it loads modules from. */
export function findPythonPaths(read: GapReader): StartupCommand[] {
  const names = new Map(readAccounts(read.host).map(({ uid, name }) => [uid, name]));
  return listPackageFolders(read).flatMap(({ directory, uid }) =>
    read
      .list(directory)
      .filter((name) => name.endsWith(".pth") && !name.startsWith("."))
      .flatMap((name) => linesOf(read, `${directory}/${name}`))
      // a home's packages are its account's, the system's are everyone's
      .map((found) => ({ ...found, username: uid === 0 ? null : (names.get(uid) ?? null) })),
  );
}

const linesOf = (read: GapReader, source: string): Omit<StartupCommand, "username">[] =>
  read
    .lines(source, maxBytes)
    .flatMap((command, index) =>
      /^(import[ \t]|\/)/.test(command)
        ? [{ kind: "python_path", source, line: index + 1, enabled: 1, command }]
        : [],
    );
