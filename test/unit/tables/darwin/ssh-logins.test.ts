import { expect, test } from "vitest";
import type { Host } from "../../../../src/tables/host/port.ts";
import { sshLogins } from "../../../../src/tables/ssh/ssh-logins.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedMac } from "./recorded-mac.ts";

/** The recorded Mac, on which the shells can be run, and some of what its tools print is another. */
function macWith(change = (printed: string) => printed): Host {
  const mac = recordedMac("15");
  const stat: Host["stat"] = (path) =>
    /\/(zsh|sh|bash|fish)$/.test(path)
      ? Object.assign(mac.stat("/etc/passwd"), { mode: 0o100755 })
      : mac.stat(path);
  const run: Host["run"] = async (tool, args) => {
    const output = await mac.run(tool, args);
    return { ...output, stdout: change(output.stdout) };
  };
  return { ...mac, stat, run };
}

async function verdictOf(host: Host, account: string) {
  const row = (await collectRows(sshLogins, host)).find(
    ({ username, method }) => username === account && method === "publickey",
  );
  return [row?.allowed, row?.reason];
}

test("administrators log in where Remote Login is on for them", async () => {
  expect(await verdictOf(macWith(), "alice")).toEqual([1, ""]);
  expect(await verdictOf(macWith(), "_www")).toEqual([0, "shell /usr/bin/false"]);
});

test("nobody logs in where it is off", async () => {
  const off = macWith((printed) => printed.replace('sshd" => enabled', 'sshd" => disabled'));
  expect(await verdictOf(off, "alice")).toEqual([0, "no sshd runs"]);
});

test("where it is for some only, that is known of the group's own members and of groups in it", async () => {
  expect(await verdictOf(macWith(), "bob")).toEqual([
    null,
    "the rules of com.apple.access_ssh are not known",
  ]);
  const everybody = macWith((printed) => printed.replaceAll("com.apple.access_ssh", "once.access"));
  expect(await verdictOf(everybody, "bob")).toEqual([1, ""]);
});
