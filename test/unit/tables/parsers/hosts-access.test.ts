import { expect, test } from "vitest";
import {
  decidingRule,
  hostsPatterns,
  parseHostsRules,
  rulesFor,
} from "../../../../src/tables/parsers/hosts-access.ts";

const rulesOf = (text: string) => rulesFor("sshd", parseHostsRules(text, false));

test("rules of a file, with lines that go on, options and IPv6", () => {
  const text = `# comment
sshd, in.ftpd : 192.0.2. : spawn (echo a\\:b) : ALLOW
in.telnetd: ALL
ALL EXCEPT sshd: ALL
sshd@10.0.0.1 : \\
  [2001:db8::]/32, 10.0.0.0/255.0.0.0
ALL: ALL`;
  expect(rulesOf(text)).toEqual([
    { line: 2, allows: true, daemons: ["sshd", "in.ftpd"], clients: ["192.0.2."] },
    {
      line: 6,
      allows: false,
      daemons: ["sshd@10.0.0.1"],
      clients: ["[2001:db8::]/32", "10.0.0.0/255.0.0.0"],
    },
    { line: 7, allows: false, daemons: ["ALL"], clients: ["ALL"] },
  ]);
  expect(hostsPatterns(rulesOf(text))).toEqual(["192.0.2.*", "2001:db8::/32", "10.0.0.0/8"]);
});

test.each<[string, string[], boolean | null | undefined]>([
  ["sshd: ALL", [], false],
  ["sshd: 192.0.2.1", [], undefined],
  ["sshd: 192.0.2.1", ["192.0.2.1"], false],
  ["sshd: ALL EXCEPT 192.0.2.1 EXCEPT 192.0.2.1", ["192.0.2.1"], false],
  ["sshd: ALL EXCEPT 192.0.2.1", ["192.0.2.1"], undefined],
  ["sshd: .example.com", [], null],
  ["sshd: root@192.0.2.1", ["192.0.2.1"], false],
  ["sshd: LOCAL\nALL: ALL", [], false],
  ["sshd: LOCAL : ALLOW\nALL: ALL", [], null],
  ["sshd: 192.0.2.1 : ALLOW\nALL: ALL", ["192.0.2.1"], true],
])("%j for a client of %j allows: %s", (text, matched, allows) => {
  const rule = decidingRule(rulesOf(text), (pattern) => matched.includes(pattern));
  expect(rule ? rule.allows : rule).toBe(allows);
});
