import type { Account } from "../accounts/local-accounts.ts";
import { inHome } from "../accounts/user-files.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { sshConfigs } from "../ssh/ssh-configs.ts";
import type { CredentialLocation } from "./locations.ts";

/** Keys and certificates named in the SSH client configuration, for each account that reads it. */
export async function identityFiles(
  read: GapReader,
  accounts: Account[],
): Promise<CredentialLocation[]> {
  const { rows, gaps: unseen } = await sshConfigs.collect(read.host);
  read.report(...unseen);
  return rows
    .filter(({ keyword }) => /^(IdentityFile|CertificateFile)$/i.test(String(keyword)))
    .flatMap(({ username, value }) =>
      accounts
        .filter(({ name }) => username === null || name === username)
        .flatMap((account) => {
          const path = expand(String(value), account);
          return path ? [{ path, kind: "ssh" as const, account }] : [];
        }),
    );
}

/** ssh_config(5), "TOKENS"; names that depend on the destination can't be expanded here. */
function expand(value: string, account: Account): string | undefined {
  const path = value
    .replace(/^~(?=\/)|%d/g, inHome(account, "").slice(0, -1))
    .replaceAll("%u", account.name)
    .replaceAll("%i", String(account.uid));
  return path.startsWith("/") && !path.includes("%") ? path : undefined;
}
