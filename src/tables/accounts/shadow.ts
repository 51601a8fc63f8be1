import { readRequired } from "../host/read-required.ts";
import type { CollectedTable } from "../model/table.ts";
import { describePassword, parseShadow, type ShadowEntry } from "../parsers/shadow-file.ts";
import { readAccounts } from "./local-accounts.ts";

/**
 * One row per account with its password state: hash scheme and dates, never a hash or a salt. A
 * password field in /etc/passwd other than "x" takes precedence, as in PAM.
 */
export const shadow: CollectedTable = {
  name: "shadow",
  description: "State, hash type and dates of each account's password; never the hash.",
  platforms: ["linux"],
  columns: {
    password_status: "TEXT",
    hash_alg: "TEXT",
    last_change: "BIGINT",
    min: "BIGINT",
    max: "BIGINT",
    warning: "BIGINT",
    inactive: "BIGINT",
    expire: "BIGINT",
    flag: "BIGINT",
    username: "TEXT",
    source: "TEXT",
    hash_scheme: "TEXT",
  },
  collect(host) {
    const entries = parseShadow(readRequired(host, "/etc/shadow"));
    const rows = entries.map((entry) => ({ ...entry, source: "/etc/shadow" }));
    const byName = new Map(rows.map((row) => [row.username, row]));
    for (const { name, password } of readAccounts(host)) {
      if (password === "x") continue;
      const row = { ...(byName.get(name) ?? undated(name)), ...describePassword(password) };
      byName.set(name, { ...row, source: "/etc/passwd" });
    }
    return { rows: [...byName.values()], gaps: [] };
  },
};

const undated = (username: string): ShadowEntry => ({
  username,
  ...describePassword("*"),
  last_change: -1,
  min: -1,
  max: -1,
  warning: -1,
  inactive: -1,
  expire: -1,
  flag: -1,
});
