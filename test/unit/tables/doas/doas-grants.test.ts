import { chmodSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { doasGrants } from "../../../../src/tables/doas/doas-grants.ts";
import { parseDoasConf } from "../../../../src/tables/doas/parse-doas-conf.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";
import { type Owner, ownedHost } from "../../../helpers/owned-host.ts";

const files = {
  "etc/passwd":
    "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/sh\nbob:x:1002:1002::/home/bob:/bin/sh\n",
  "etc/shadow": "root:*:19000::::::\nalice:x:19000::::::\nbob:x:19000::::::\n",
  "etc/group": "wheel:x:10:alice\n",
};

/** "caller target command arguments (options) barred" of each row. */
async function grants(conf: string, more: Record<string, string> = {}, owner: Partial<Owner> = {}) {
  const host = hostTree({ files: { ...files, "etc/doas.conf": conf, ...more } });
  chmodSync(host.path("/etc/doas.conf"), 0o600);
  const owned = ownedHost(host, { "/etc/doas.conf": { mode: 0o600, ...owner } });
  const { rows } = await collectOf(doasGrants, owned);
  return rows.map(({ username, target, command, options, barred, arguments: args }) =>
    [username, target, command || "*", args ?? "*", `(${options})`, barred ?? ""].join(" ").trim(),
  );
}

test("rules for accounts and groups, by name or number", async () => {
  expect(await grants("permit nopass :wheel\n# none\npermit bob as 1001 cmd ls args\n")).toEqual([
    "alice root * * (nopass)",
    "bob alice ls  ()",
  ]);
  expect(
    await grants("permit keepenv setenv { A B=c } 1001 as root cmd /bin/ls args -l /tmp\n"),
  ).toEqual(["alice root /bin/ls -l /tmp (keepenv, setenv A B=c)"]);
  expect(await grants("permit nopass carol\npermit nopass :10\n")).toEqual([
    "alice root * * (nopass)",
    "root * * (nopass) there is no account carol",
  ]);
});

test("a rule for no account but root has a row for root", async () => {
  const ops = { "etc/group": "wheel:x:10:\nops:x:11:\n" };
  expect(await grants("permit nopass :wheel\npermit :ops as bob\ndeny :ops\n", ops)).toEqual([
    "root * * (nopass) nobody else is in the group wheel",
  ]);
});

test("the last rule that matches decides", async () => {
  expect(await grants("permit nopass alice\ndeny alice\n")).toEqual([
    "alice root * * (nopass) line 2 of /etc/doas.conf takes it back",
    "alice bob * * (nopass) line 2 of /etc/doas.conf takes it back",
  ]);
  expect(await grants("permit nopass alice\ndeny alice as root\n")).toEqual([
    "alice root * * (nopass) line 2 of /etc/doas.conf takes it back",
    "alice bob * * (nopass)",
  ]);
  expect(await grants("permit nopass alice\ndeny alice cmd sh\n")).toEqual([
    "alice root * * (nopass)",
  ]);
  expect(await grants("permit nopass alice cmd sh\npermit alice\n")).toEqual(["alice root * * ()"]);
  expect(await grants("permit alice cmd sh args a\ndeny alice cmd sh args b\n")).toEqual([
    "alice root sh a ()",
  ]);
});

test("what doas refuses is barred", async () => {
  const rule = "permit nopass alice\n";
  const barred = async (...how: [string, Record<string, string>?, Partial<Owner>?]) =>
    (await grants(...how))[0]?.replace("alice root * * (nopass) ", "");
  expect(await barred(rule, {}, { mode: 0o620 })).toBe(
    "doas refuses /etc/doas.conf because of its mode 0620",
  );
  expect(await barred(rule, {}, { uid: 1001 })).toMatch("which belongs to uid 1001");
  expect(await barred(`${rule}permit nopass persist bob\n`)).toMatch("line 2 is wrong");
  expect(await barred(`${rule}permit nopass bob`)).toMatch("its last line has no end");
  expect(await barred(`${rule}permit "bob\n`)).toMatch("a quote is not closed");
  const expired = { "etc/shadow": "root:*:19000::::::\nalice:x:19000:::::1:\n" };
  expect(await barred(rule, expired)).toBe("the account of alice has expired");
});

test("quotes and backslashes, comments and lines that go on", () => {
  const rules = (text: string) =>
    parseDoasConf(text).rules.map(({ identity, command, args, line }) => [
      line,
      identity,
      command,
      args,
    ]);
  expect(rules('permit "as" cmd a\\ b args "c d" # e\npermit \\\n  x\n')).toEqual([
    [1, "as", "a b", ["c d"]],
    [2, "x", null, null],
  ]);
  expect(parseDoasConf("permit as\n").error).toBe("line 1 is wrong");
});

test("any text is parsed or has an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { rules, error } = parseDoasConf(text);
      expect(Array.isArray(rules) && (error === null || error !== "")).toBe(true);
    }),
  );
});

test("without a file there are no rows", async () => {
  expect((await collectOf(doasGrants, hostTree({ files }))).rows).toEqual([]);
});
