import { type Account, parseGroup, readAccounts } from "../../accounts/local-accounts.ts";
import { inHome, readUserFile } from "../../accounts/user-files.ts";
import { distinctGaps, TableUnavailable, unavailableFor } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { effectiveGlobals } from "../../parsers/sshd/effective.ts";
import { readSshdConfig, sshdConfigPath } from "./sshd-files.ts";
import { passesStrictModes } from "./strict-modes.ts";

/** Files for every account but root, in the order in which sshd reads them. */
const sharedFiles = ["/etc/hosts.equiv", "/etc/ssh/shosts.equiv"];

export function collectHostTrust(host: Host): Collected {
  const read = gapReader(host);
  const config = readSshdConfig(read);
  if (!config)
    throw new TableUnavailable("table_missing", `${sshdConfigPath}: not found, no sshd installed`);
  const globals = effectiveGlobals(config);
  if (globals.size === 0 && read.gaps[0]) throw unavailableFor(read.gaps[0]);
  const setting = (option: string) => globals.get(option)?.values[0]?.toLowerCase();
  const refusalOf = createRefusal(read, {
    ignored: setting("IgnoreRhosts") ?? "yes",
    isStrict: setting("StrictModes") !== "no",
  });
  const shared = sharedFiles.flatMap((source) =>
    linesOf(read.text(source) ?? "").map((line) => ({
      source,
      username: "",
      refused: null,
      ...line,
    })),
  );
  const own = readAccounts(host).flatMap((account) =>
    [".shosts", ".rhosts"].flatMap((name) => {
      const source = inHome(account, name);
      const lines = linesOf(readUserFile(read, account, source) ?? "");
      if (lines.length === 0) return [];
      const refused = refusalOf(source, account) ?? null;
      return lines.map((line) => ({ source, username: account.name, refused, ...line }));
    }),
  );
  return { rows: [...shared, ...own], gaps: distinctGaps(read.gaps) };
}

function createRefusal(
  read: GapReader,
  { ignored, isStrict }: { ignored: string; isStrict: boolean },
): (path: string, account: Account) => string | undefined {
  const groups = parseGroup(read.text("/etc/group") ?? "");
  const accounts = readAccounts(read.host);
  const privateGroups = read.host.exists("/etc/debian_version");
  return (path, account) => {
    if (ignored === "yes" || (ignored !== "no" && path.endsWith("/.rhosts")))
      return `sshd ignores ${path} (IgnoreRhosts ${ignored})`;
    const owner = { account, accounts, groups, privateGroups };
    if (isStrict && !passesStrictModes(read.host, path, owner))
      return `sshd ignores ${path}, as others than its account can write it or its folder`;
    return undefined;
  };
}

/** "host", "host user", "-host", "+host"; "+" alone, which means everyone elsewhere, is passed over. */
function linesOf(text: string): Row[] {
  return text.split("\n").flatMap((line, at) => {
    const words = line.trim().split(/\s+/);
    if (words[0] === "" || words[0]!.startsWith("#") || words.length > 2) return [];
    const [host, user = ""] = words.map((word) => word.replace(/^[+-]/, ""));
    if (host === "" || (words.length === 2 && user === "")) return [];
    const negated = Number(words.some((word) => word.startsWith("-")));
    return [{ line: at + 1, host: host!.toLowerCase(), client_user: user, negated }];
  });
}
