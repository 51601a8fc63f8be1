import fc from "fast-check";
import { expect, test } from "vitest";
import { shellHistory } from "../../../../src/tables/accounts/shell-history.ts";
import {
  parseBashHistory,
  parseFishHistory,
  parseZshHistory,
} from "../../../../src/tables/parsers/shell-history-files.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("commands of bash, fish and zsh with their times, many lines being one command", async () => {
  const { rows, gaps } = await collectOf(shellHistory, server);
  expect(pick(rows, "username", "time", "command")).toEqual([
    { username: "alice", time: 0, command: "ls -la" },
    { username: "alice", time: 0, command: "cd /tmp" },
    { username: "alice", time: 1700000000, command: "curl https://example.org/x.sh | sh" },
    { username: "alice", time: 1700000100, command: "for i in 1 2; do\n  echo $i\ndone" },
    { username: "alice", time: 1700000200, command: "echo one\ntwo" },
    { username: "alice", time: 0, command: "ls" },
    { username: "bob", time: 1700000300, command: "make test" },
    { username: "bob", time: 1700000301, command: "echo a\nb" },
    { username: "bob", time: 0, command: "plain" },
  ]);
  expect(gaps).toEqual([]);
});

test("an endless line is cut", async () => {
  const long = { ...server, readBytes: () => Buffer.from("x".repeat(100_000)) };
  const { rows } = await collectOf(shellHistory, long);
  expect(String(rows[0]?.command)).toHaveLength(8192);
});

test("any text is read without an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const parse of [parseBashHistory, parseZshHistory, parseFishHistory]) parse(text);
    }),
  );
});

test("a denied history is a gap, an absent one is empty", async () => {
  const denied = denyingHost(server, "/home/alice/.bash_history");
  const { rows, gaps } = await collectOf(shellHistory, denied);
  expect(rows).toHaveLength(5);
  expect(gaps).toEqual([
    { reason: "denied", detail: "/home/alice/.bash_history: permission denied" },
  ]);
  expect(await collectOf(shellHistory, bare)).toEqual({ rows: [], gaps: [] });
});
