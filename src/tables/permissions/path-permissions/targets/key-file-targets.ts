import { type GapReader, gapReader } from "../../../host/gap-reader.ts";
import { isPresent } from "../../../host/inspect.ts";
import { once } from "../../../host/once.ts";
import type { Host } from "../../../host/port.ts";
import { effectiveGlobals } from "../../../parsers/sshd/effective.ts";
import { collectSshLogins } from "../../../ssh/logins/login-rows.ts";
import { readSshdConfig } from "../../../ssh/server/sshd-files.ts";
import type { Target } from "./target.ts";

/**
 * Files from which sshd takes the keys of accounts: whoever can write one gets the account. A file
 * that isn't there matters only without StrictModes: sshd refuses what others create.
 */
export async function findKeyFileTargets(read: GapReader): Promise<Target[]> {
  const { rows, gaps } = await once(read.host, collectSshLogins);
  // a login that isn't decided counts
  read.report(...gaps.filter(({ columns }) => columns === undefined));
  const isStrict = readStrictModes(read.host);
  return rows
    .filter(({ method, allowed }) => method === "publickey" && allowed !== 0)
    .flatMap(({ username, key_files }) => {
      const files = String(key_files ?? "").split("\n");
      return files
        .filter((path) => path !== "" && (!isStrict || isPresent(read.host, path)))
        .map((target) => targetOf(String(username), target));
    });
}

function readStrictModes(host: Host): boolean {
  const config = readSshdConfig(gapReader(host)); // the logins report what can't be read
  return !config || effectiveGlobals(config).get("StrictModes")?.values[0] !== "no";
}

const targetOf = (run_as: string, target: string): Target => ({
  purpose: "authorized_keys",
  source: "",
  run_as,
  enabled: 1,
  detail: "",
  target,
});
