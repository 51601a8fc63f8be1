import type { CollectedTable } from "../model/table.ts";
import { collectHostTrust } from "./server/host-trust.ts";

/**
 * One row per line of shosts.equiv, hosts.equiv, and accounts' .shosts and .rhosts. `username` is ""
 * for every account but root; `client_user` is "" if it has the same name there; `negated` is 1 for
 * a line that refuses. `host` may be a netgroup ("@servers"). `refused` is why sshd doesn't read the
 * file.
 */
export const sshHostTrust: CollectedTable = {
  name: "ssh_host_trust",
  description: "Hosts whose users sshd lets in by the key of their host, and as whom.",
  platforms: ["linux"],
  columns: {
    source: "TEXT",
    line: "INTEGER",
    host: "TEXT",
    client_user: "TEXT",
    username: "TEXT",
    negated: "INTEGER",
    refused: "TEXT",
  },
  collect: collectHostTrust,
};
