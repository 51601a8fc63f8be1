import { afterAll, expect, test } from "vitest";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { statement } from "../fake-tables.ts";

const runner = await createSqlRunner({ host: openHost({ recorded: {} }), tables: [] });
afterAll(() => runner.close());

test.each([
  ["split('a, b,,c', ',', 1)", "b"],
  ["split('a:b-c', ':-', 2)", "c"],
  ["split('a', ',', 1)", null],
  ["split(NULL, ',', 0)", null],
  ["regex_split('a12b3c', '[0-9]+', 1)", "b"],
  ["regex_match('ssh-1.2.3', '(\\d+)\\.(\\d+)', 2)", "2"],
  ["regex_match('SSH', '(?i)ssh', 0)", "SSH"],
  ["regex_match('abc', 'x', 0)", null],
  ["regex_match('a_b-c', '[[:alnum:]_]+', 0)", "a_b"],
  ["regex_match('a b', '[^[:space:]]+$', 0)", "b"],
  ["regex_match('[:alnum:]', '\\[:alnum:]', 0)", "[:alnum:]"],
  ["regex_match('a;b', '[[:punct:]]', 0)", ";"],
  ["parent_directory('/usr/bin/id')", "/usr/bin"],
  ["parent_directory('/id')", ""],
  ["parent_directory('id')", null],
  ["'1.9' < '1.10' COLLATE version_dpkg", 1],
  ["'1:1.0' > '2.0' COLLATE version_rhel", 1],
  ["'1.0' = '1-0' COLLATE version_arch", 1],
  ["'1.0-1' < '1.0+dfsg-1' COLLATE version_dpkg", 1],
  ["'1.0.1-1' > '1.0-5' COLLATE version_rhel", 1],
  ["'1.0^git1' < '1.0.1' COLLATE version_rhel", 1],
  ["'openssh' REGEXP '^open'", 1],
  ["'openssh' NOT REGEXP 'ssl'", 1],
  ["concat('a', NULL, 1)", "a1"],
  ["concat_ws('-', 'a', NULL, 'b')", "a-b"],
  ["inet_aton('1.2.3.4')", 16909060],
  ["inet_aton('255.255.255.255')", 4294967295],
  ["inet_aton('1.2.3')", null],
  ["in_cidr_block('10.0.0.0/8', '10.255.0.1')", 1],
  ["in_cidr_block('10.0.0.0/8', '11.0.0.1')", 0],
  ["in_cidr_block('0.0.0.0/0', '11.0.0.1')", 1],
  ["in_cidr_block('192.168.1.7', '192.168.1.7')", 1],
  ["in_cidr_block('fe80::/10', 'fe80::1%eth0')", 1],
  ["in_cidr_block('2001:db8::/32', '2001:db9::1')", 0],
  ["in_cidr_block('10.0.0.0/8', '::ffff:10.0.0.1')", 1],
  ["in_cidr_block('10.0.0.0/8', '::1')", 0],
  ["in_cidr_block('10.0.0.0/33', '10.0.0.1')", null],
  ["in_cidr_block('10.0.0.0/8', 'host')", null],
  // The vectors of the Community ID specification.
  [
    "community_id_v1('128.232.110.120', '66.35.250.204', 34855, 80, 6)",
    "1:LQU9qZlK+B5F3KDmev6m5PMibrg=",
  ],
  [
    "community_id_v1('66.35.250.204', '128.232.110.120', 80, 34855, 6)",
    "1:LQU9qZlK+B5F3KDmev6m5PMibrg=",
  ],
  ["community_id_v1('no', '66.35.250.204', 80, 1, 6)", null],
  ["version_compare('1.10', '1.9')", 1],
  ["version_compare('1.9', '1.10')", -1],
  ["version_compare('v2.0', '2.0')", 0],
  ["version_compare('1:1.0', '2.0')", 1],
  ["version_compare('1.0~rc1', '1.0')", -1],
  ["version_compare('1.0.1', '1.0rc')", 1],
  ["version_compare('9.2p1-2+deb12u3', '9.2p1-2+deb12u10')", -1],
  ["version_compare('1.0-1', '1.0+dfsg-1', 'DPKG')", -1],
  ["version_compare('1.0-5', '1.0.1-1', 'rhel')", -1],
  ["version_compare('1.0', '1-0', 'ARCH')", 0],
  ["version_compare('99999999999999999999', '99999999999999999998')", 1],
  ["md5('a')", "0cc175b9c0f1b6a831c399e269772661"],
  ["sha1('a')", "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"],
  ["sha256('a')", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"],
  ["to_base64('hé')", "aMOp"],
  ["from_base64('aMOp')", "hé"],
  ["from_base64('aMOp' || char(10) || 'aMO')", "héh\ufffd"],
  ["from_base64('not base64!')", ""],
  ["conditional_to_base64('plain')", "plain"],
  ["conditional_to_base64('two' || char(10) || 'lines')", "dHdvCmxpbmVz"],
  ["conditional_to_base64('hé')", "aMOp"],
  ["round(log(8), 3)", 2.079],
  ["log10(1000)", 3],
  ["log(0)", null],
  ["permits('0640', 1001, 50, '', 1001, '1001', 'w')", 1],
  ["permits('0640', 1001, 50, '', 1002, '1002,50', 'r')", 1],
  ["permits('0640', 1001, 50, NULL, 1002, '1002,50', 'w')", 0],
  ["permits('0646', 1001, 50, NULL, 1002, '1002', 'w')", 1],
  ["permits('0644', 0, 0, '', 0, '0', 'x')", 0],
  ["permits('0000', 5, 5, '', 0, '0', 'w')", 1],
  ["permits(NULL, 5, 5, '', 1002, '1002', 'w')", null],
  ["permits('0777', 5, 5, '', 1002, NULL, 'w')", null],
  ["permits('link', 5, 5, '', 1002, '1002', 'w')", null],
  ["permits('0777', 5, 5, '', 1002, '', 'rw')", null],
  ["sqrt(16) + power(2, 3) + floor(1.5) + ceil(1.5)", 15],
  ["printf('%05d', 42)", "00042"],
  ["9e999", "Infinity"],
  ["x'00ff'", "00ff"],
] as const)("%s is %j", async (expression, expected) => {
  const [result] = await runner.run([statement(`SELECT ${expression}`)]);
  expect(result!.error).toBeNull();
  expect(result!.rows).toEqual([[expected]]);
});

test("the collation version orders releases", async () => {
  const sql =
    'SELECT value FROM json_each(\'["1.10","1.9","1.2"]\') ORDER BY value COLLATE version';
  const [result] = await runner.run([statement(sql)]);
  expect(result!.rows).toEqual([["1.2"], ["1.9"], ["1.10"]]);
});

test("a flavour that osquery lacks is an error", async () => {
  const [result] = await runner.run([statement("SELECT version_compare('1', '2', 'APK')")]);
  expect(result!.error?.message).toContain("ARCH, DPKG or RHEL");
});
