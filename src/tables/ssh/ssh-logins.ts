import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import { once } from "../host/once.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { CollectedTable } from "../model/table.ts";
import { collectSshLogins } from "./logins/login-rows.ts";

/**
 * One row per account, method and port, or several if the connection matters. `exposed` is 1 if it
 * can come from another host, by the addresses on which sshd listens. `allowed` is
 * NULL when a deciding file couldn't be read; a `reason` beside 1 is a further requirement or a
 * limit of the session. `addresses` is a list as in authorized_keys' `from=` ("" anywhere; lists
 * separated by blanks must all match); `key_files` are the files with the account's keys, each
 * followed by a newline. `local_match` names the criteria on the server's address or routing domain that
 * decide whether the row holds for a connection; NULL if none does. `key_algorithms` (for hostbased, of
 * host keys), `ca_algorithms`, `rsa_bits` and `revoked_keys` are what a Match block sets, NULL where
 * the value of sshd_config without a block holds. `scope` is, of a refusal by an option, "in" the Match
 * block that sets it, or "outside" those that set it for other logins. `forwarding` is 1 if a client may
 * forward TCP connections from the host, even where no session is allowed or a command is forced; its
 * reason is why not or, beside 1, a limit or a further requirement; NULL where `reason` is. Both are
 * NULL where sshd refuses the login even if it opens no session.
 */
export const sshLogins: CollectedTable = {
  name: "ssh_logins",
  description: "Who can log in over SSH, by which method and from where, by sshd's configuration.",
  platforms: ["linux", "darwin"],
  columns: {
    username: "TEXT",
    uid: "BIGINT",
    method: "TEXT",
    allowed: "INTEGER",
    reason: "TEXT",
    addresses: "TEXT",
    exposed: "INTEGER",
    port: "INTEGER",
    forced_command: "TEXT",
    forwarding: "INTEGER",
    forwarding_reason: "TEXT",
    match: "TEXT",
    local_match: "TEXT",
    scope: "TEXT",
    source: "TEXT",
    key_files: "TEXT",
    key_algorithms: "TEXT",
    ca_algorithms: "TEXT",
    rsa_bits: "INTEGER",
    revoked_keys: "TEXT",
  },
  collect: byPlatform({
    linux: (host) => once(host, collectSshLogins),
    darwin: withOpenDirectory(collectSshLogins),
  }),
};
