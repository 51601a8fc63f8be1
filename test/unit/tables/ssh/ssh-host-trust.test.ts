import { expect, test } from "vitest";
import { sshHostTrust } from "../../../../src/tables/ssh/ssh-host-trust.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";
import { sshHost } from "../../../helpers/ssh-host.ts";

const rowsOf = async (given: Parameters<typeof sshHost>[0]) =>
  (await collectOf(sshHostTrust, sshHost(given))).rows;

test("lines of the files for all accounts, as sshd reads them", async () => {
  const text = "# lab\nWeb.example\n-bad.example\n10.0.0.5 deploy\n+\n+@servers -mallory\na b c\n";
  const rows = await rowsOf({
    files: { "etc/ssh/shosts.equiv": text, "etc/hosts.equiv": "old\n" },
  });
  const own = { username: "", refused: null };
  expect(rows).toEqual([
    { source: "/etc/hosts.equiv", line: 1, host: "old", client_user: "", negated: 0, ...own },
    ...[
      { line: 2, host: "web.example", client_user: "", negated: 0 },
      { line: 3, host: "bad.example", client_user: "", negated: 1 },
      { line: 4, host: "10.0.0.5", client_user: "deploy", negated: 0 },
      { line: 6, host: "@servers", client_user: "mallory", negated: 1 },
    ].map((row) => ({ source: "/etc/ssh/shosts.equiv", ...own, ...row })),
  ]);
});

const homes = {
  files: { "home/alice/.shosts": "web\n", "home/bob/.rhosts": "web carol\n" },
};

test.each([
  ["", ["(IgnoreRhosts yes)", "(IgnoreRhosts yes)"]],
  ["IgnoreRhosts shosts-only", [null, "(IgnoreRhosts shosts-only)"]],
  ["IgnoreRhosts no", [null, null]],
])("files of accounts: %s", async (config, refused) => {
  const rows = await rowsOf({ ...homes, config });
  expect(pick(rows, "username", "client_user")).toEqual([
    { username: "alice", client_user: "" },
    { username: "bob", client_user: "carol" },
  ]);
  expect(rows.map((row) => row.refused)).toEqual(
    refused.map((reason) => reason && expect.stringContaining(reason)),
  );
});

test("a file that others can write is refused, unless StrictModes is off", async () => {
  const open = { ...homes, modes: { "/home/alice/.shosts": 0o666, "/home/bob": 0o777 } };
  const strict = await rowsOf({ ...open, config: "IgnoreRhosts no" });
  expect(strict.map(({ refused }) => refused)).toEqual([
    expect.stringContaining("others than its account can write"),
    expect.stringContaining("others than its account can write"),
  ]);
  const loose = await rowsOf({ ...open, config: "IgnoreRhosts no\nStrictModes no" });
  expect(loose.map(({ refused }) => refused)).toEqual([null, null]);
});

test("a file that can't be read is a gap, and without sshd there is no table", async () => {
  const host = sshHost({ files: { "etc/ssh/shosts.equiv": "web\n" } });
  const { rows, gaps } = await collectOf(sshHostTrust, closePaths(host, /shosts\.equiv$/));
  expect(rows).toEqual([]);
  expect(gaps).toMatchObject([{ reason: "denied" }]);
  await expect(collectOf(sshHostTrust, recordedHost("accounts-bare"))).rejects.toThrow("no sshd");
});
