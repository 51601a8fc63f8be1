import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinLines } from "../../../src/tables/parsers/sudoers/lines.ts";
import { parseSudoersLine } from "../../../src/tables/parsers/sudoers/parse.ts";

const hasOracle = spawnSync("cvtsudoers", ["-V"]).status === 0;
if (!hasOracle) console.warn("Skipped: the comparison with sudo needs cvtsudoers.");
if (!hasOracle) console.warn("skipped: no cvtsudoers here");

/** One command as both see it. */
interface Grant {
  users: string[];
  hosts: string[];
  runAs: string[];
  command: string;
  asksPassword: boolean | undefined;
}

type Json = Record<string, unknown>;

const prefixes: Record<string, string> = {
  usergroup: "%",
  usergid: "%#",
  userid: "#",
  netgroup: "+",
};

const nameOf = (item: Json) => {
  const [kind, name] = Object.entries(item).find(([key]) => !/^(negated|sha\d+)$/.test(key)) ?? [
    "",
    "",
  ];
  return `${item.negated ? "!" : ""}${prefixes[kind] ?? ""}${name}`;
};

/** sudo's own reading; undefined when it reports an error. */
function askSudo(line: string): Grant[] | undefined {
  const run = spawnSync("cvtsudoers", ["-f", "json"], { input: `${line}\n`, encoding: "utf8" });
  if (run.status !== 0 || run.stderr.includes("error")) return undefined;
  const specs = (JSON.parse(run.stdout).User_Specs ?? []) as Json[];
  return specs.flatMap((spec) =>
    (spec.Cmnd_Specs as Json[]).flatMap((grant) =>
      (grant.Commands as Json[]).map((command) => ({
        users: (spec.User_List as Json[]).map(nameOf),
        hosts: (spec.Host_List as Json[]).map(nameOf),
        runAs: ((grant.runasusers ?? []) as Json[]).map(nameOf).filter(Boolean),
        command: nameOf(command),
        asksPassword: ((grant.Options ?? []) as Json[]).find((option) => "authenticate" in option)
          ?.authenticate as boolean | undefined,
      })),
    ),
  );
}

const plain = (text: string) => text.replace(/\\(.)/g, "$1");

function askUs(line: string): Grant[] | undefined {
  const [joined] = joinLines(`${line}\n`);
  const entry = joined && parseSudoersLine(joined.text);
  if (entry?.type !== "rules") return undefined;
  return entry.grants.flatMap(({ hosts, runAs, tags, commands }) =>
    commands.map((command) => ({
      users: entry.users.map(plain),
      hosts: hosts.map(plain),
      runAs: (runAs?.users ?? []).map(plain),
      command: plain(command).replace(/^(!*)sha\d+:\S+ /, "$1"),
      asksPassword: tags.includes("NOPASSWD") ? false : tags.includes("PASSWD") ? true : undefined,
    })),
  );
}

const oneOf = (...words: string[]) => fc.constantFrom(...words);
const listOf = (item: fc.Arbitrary<string>, max: number) =>
  fc
    .tuple(fc.array(item, { minLength: 1, maxLength: max }), oneOf(",", ", ", " , "))
    .map(([items, separator]) => items.join(separator));
const user = oneOf(
  "alice",
  "!bob",
  "%wheel",
  "#1000",
  "%#27",
  "+net",
  "OPS",
  "ALL",
  "a\\ b",
  '"c d"',
  "! eve",
);
const host = oneOf("ALL", "web", "!db", "10.0.0.0/8", "fe80::1", "LAN", "+rack", "*.example.org");
const target = oneOf(
  "",
  "",
  "(root) ",
  "(ALL:ALL) ",
  "(bob, !carol)",
  "( : adm ) ",
  "(%wheel : #0) ",
  "(#0)",
);
const tags = oneOf("", "", "NOPASSWD: ", "PASSWD:", "NOEXEC: NOPASSWD:", "SETENV :");
const command = oneOf(
  "ALL",
  "/bin/ls",
  "!/bin/su",
  "! /bin/sh -c x",
  "/bin/x a\\,b\\=c\\:d",
  '/bin/y ""',
  "/usr/bin/vi /etc/*",
  "/bin/",
  "SHELLS",
  "sudoedit /etc/hosts",
  "^/bin/(a|b,c)$ ^x:y$",
  "sha256:YWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWI= /bin/z q",
  "/bin/t # a comment",
);
// no CWD= or TIMEOUT=: cvtsudoers writes those as broken JSON
const grant = fc.tuple(target, tags, command).map((parts) => parts.join(""));
const hostRule = fc
  .tuple(listOf(host, 2), oneOf("=", " = "), listOf(grant, 3))
  .map((parts) => parts.join(""));
const rule = fc
  .tuple(listOf(user, 3), fc.array(hostRule, { minLength: 1, maxLength: 2 }), oneOf(":", " : "))
  .map(([users, rules, colon]) => `${users} ${rules.join(colon)}`);

test.skipIf(!hasOracle)("any rule is read as sudo reads it", () => {
  let compared = 0;
  fc.assert(
    fc.property(rule, (line) => {
      const wanted = askSudo(line);
      if (!wanted) return;
      expect(askUs(line), line).toEqual(wanted);
      compared++;
    }),
    { numRuns: Number(process.env.ORACLE_RUNS ?? 60) },
  );
  expect(compared).toBeGreaterThan(20);
});
