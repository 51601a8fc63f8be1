import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { pamRefusals } from "../../../../src/tables/pam/pam-refusals.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const unix =
  "account [success=1 new_authtok_reqd=done default=ignore] pam_unix.so\naccount requisite pam_deny.so\naccount required pam_permit.so\n";
const files = {
  "etc/passwd":
    "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/sh\nbob:x:1002:1002::/home/bob:/bin/sh\n",
  "etc/shadow": "root:*:19000::::::\nalice:*:19000::::::\nbob:*:19000::::::\n",
  "etc/group": "root:x:0:\nalice:x:1001:\nbob:x:1002:\nops:x:50:alice\n",
  "etc/pam.d/common-account": unix,
  "etc/pam.d/sudo": "@include common-account\n",
};

const hostWith = (more: Record<string, string>) => hostTree({ files: { ...files, ...more } });

/** "service account allowed reason" of each row. */
async function refusals(more: Record<string, string>, host = hostWith(more)): Promise<string[]> {
  const { rows } = await collectOf(pamRefusals, host);
  return rows.map(({ service, username, allowed, reason }) =>
    [service, username, allowed, reason].join(" "),
  );
}

/** The same of sudo with a rule before the usual ones. */
const ruled = (rule: string, more: Record<string, string> = {}) =>
  refusals({ "etc/pam.d/sudo": `account ${rule}\n@include common-account\n`, ...more });

const shadow = (alice: string) => ({ "etc/shadow": `root:*:19000::::::\nalice:*:${alice}\n` });

test("accounts that have not ended are refused nowhere", async () => {
  expect(await refusals({})).toEqual([]);
  expect(await refusals(shadow("19000:::::30000:"))).toEqual([]);
});

test("an account or a password that expired is refused by pam_unix alone", async () => {
  expect(await refusals(shadow("19000:::::1:"))).toEqual([
    "sudo alice 0 the account of alice has expired",
  ]);
  expect(await refusals(shadow("19000::5::3::"))).toEqual([
    "sudo alice 0 the password of alice expired too long ago",
  ]);
  const permitting = { ...shadow("19000:::::1:"), "etc/pam.d/common-account": "" };
  expect(await ruled("required pam_permit.so", permitting)).toEqual([]);
});

test("a new password is asked for by sudo, not by cron", async () => {
  const more = { ...shadow("0::::::"), "etc/pam.d/cron": "@include common-account\n" };
  expect(await refusals(more)).toEqual(["cron alice 0 alice has to set a new password first"]);
});

test("pam_succeed_if and pam_wheel ask about the account", async () => {
  expect(await ruled("required pam_succeed_if.so quiet user ingroup ops")).toEqual([
    "sudo root 0 pam_succeed_if lets root not use sudo",
    "sudo bob 0 pam_succeed_if lets bob not use sudo",
  ]);
  expect(await ruled("required pam_succeed_if.so tty = tty1")).toContain(
    "sudo alice  the rules of pam_succeed_if are not known",
  );
});

test.each<[string, string[], string]>([
  ["allows who is in it", ["root", "bob"], "item=user sense=allow file=/etc/list"],
  ["denies who is in it", ["alice"], "item=user sense=deny file=/etc/list"],
  ["asks for a group", ["root", "bob"], "item=group sense=allow file=/etc/list"],
  ["is missing", ["root", "alice", "bob"], "item=user sense=deny file=/etc/none"],
  ["is missing and need not be there", [], "item=user sense=deny file=/etc/none onerr=succeed"],
])("a list that %s", async (_, refused, rule) => {
  const rows = await ruled(`required pam_listfile.so ${rule}`, { "etc/list": "alice\n" });
  expect(rows).toEqual(
    refused.map((name) => `sudo ${name} 0 pam_listfile lets ${name} not use sudo`),
  );
});

test("a list that everyone may write refuses everybody, one of terminals is not read", async () => {
  const rule = "account required pam_listfile.so item=user sense=deny file=/etc/list\n";
  const host = hostWith({ "etc/pam.d/sudo": rule, "etc/list": "" });
  chmodSync(host.path("/etc/list"), 0o666);
  expect(await refusals({}, host)).toHaveLength(3);
  expect(await ruled("required pam_listfile.so item=tty sense=deny file=/etc/list")).toContain(
    "sudo alice  the rules of pam_listfile are not known",
  );
});

test("sudo -i may have other rules", async () => {
  const login = { "etc/pam.d/sudo-i": "@include common-account\n" };
  expect(await ruled("required pam_deny.so", login)).toContain(
    "sudo alice  pam_deny lets alice not use sudo, but maybe not for sudo -i",
  );
});

test("without the passwords nothing is known", async () => {
  const host = closePaths(hostWith({}), /^\/etc\/shadow$/);
  const { rows, gaps } = await collectOf(pamRefusals, host);
  expect(rows).toEqual([]);
  expect(gaps).toHaveLength(1);
});
