import type { GapReader } from "../../../host/gap-reader.ts";
import { once } from "../../../host/once.ts";
import { collectSshLogins } from "../../../ssh/logins/login-rows.ts";
import type { Target } from "./target.ts";

/** Files from which sshd takes the keys of accounts: whoever can write one gets the account. */
export async function findKeyFileTargets(read: GapReader): Promise<Target[]> {
  const { rows, gaps } = await once(read.host, collectSshLogins);
  // a login that isn't decided counts
  read.report(...gaps.filter(({ columns }) => columns === undefined));
  return rows
    .filter(({ method, allowed }) => method === "publickey" && allowed !== 0)
    .flatMap(({ username, key_files }) => {
      const files = String(key_files ?? "").split("\n");
      return files.filter(Boolean).map((target) => targetOf(String(username), target));
    });
}

const targetOf = (run_as: string, target: string): Target => ({
  purpose: "authorized_keys",
  source: "",
  run_as,
  enabled: 1,
  detail: "",
  target,
});
