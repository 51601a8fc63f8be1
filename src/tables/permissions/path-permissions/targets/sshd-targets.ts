import { type GapReader, gapReader } from "../../../host/gap-reader.ts";
import { isPresent } from "../../../host/inspect.ts";
import { readSshdConfigs } from "../../../ssh/server/sshd-files.ts";
import { rootsTarget, type Target } from "./target.ts";

/** Options whose files sshd trusts whoever may write them; it refuses key files and programs that others can. */
const fileOptions = new Set(
  "HostKey HostCertificate ModuliFile RevokedKeys TrustedUserCAKeys AuthorizedPrincipalsFile".split(
    " ",
  ),
);

/** Files that sshd reads besides those of /etc/ssh: of -f and Include, and those that its options name. */
export function findSshdTargets(read: GapReader): Target[] {
  const entries = readSshdConfigs(gapReader(read.host)).flat(); // the logins report what can't be read
  const paths = entries.flatMap((entry) => {
    if ("unreadable" in entry) return [entry.unreadable];
    const file = entry.source.replace(/:\d+$/, "");
    return fileOptions.has(entry.spec.name) ? [file, ...entry.values] : [file];
  });
  return [...new Set(paths)]
    .filter((path) => path.startsWith("/") && !path.includes("%") && isPresent(read.host, path))
    .map((path) => rootsTarget("system_file", path, { detail: "sshd" }));
}
