import { expect, test } from "vitest";
import { cliBesideServer } from "./run-cli.ts";

const root = { uid: 0, gid: 0, username: "root", directory: "/root", shell: "/bin/bash" };
const bob = { uid: 1000, gid: 1000, username: "bob", directory: "/home/bob", shell: "/bin/sh" };
const hosts = [
  { agent_id: "web-1", tags: ["env=dev"], tables: { users: [root, bob] } },
  { agent_id: "db-1", tags: ["env=prod"], tables: { users: [root] } },
];

/** The program beside a server with two hosts; `shell` gives it lines and returns what it prints. */
async function startServer() {
  const cli = await cliBesideServer(hosts);
  const shell = (lines: string[], ...flags: string[]) =>
    cli.typed(lines.map((line) => `${line}\n`).join(""), "investigate", "shell", ...flags);
  return { ...cli, shell };
}

test("each line of a pipe is answered, and a text without a subject refines the one before", async () => {
  const { shell, command } = await startServer();
  const lines = ["list the users of web-1", "", "how many?", "\\sql"];
  const { stdout, code } = await shell(lines, "--json");
  const [users, count, sql, ...rest] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(users).toMatchObject({ status: "completed", summary: { answer: { row_count: 2 } } });
  expect(count.follow_up_of).toBe(users.investigation_id);
  expect(sql).toEqual([expect.stringContaining("count(*)")]);
  expect({ rest, code }).toEqual({ rest: [], code: 0 });
  const shown = await command("investigate", "show", "@last", "--json");
  expect(JSON.parse(shown.stdout).investigation_id).toBe(count.investigation_id);
}, 60_000);

test("SQL runs on the hosts in scope, which a line can change", async () => {
  const { shell } = await startServer();
  const sql = "\\sql SELECT username FROM users ORDER BY username";
  const { stdout, stderr, code } = await shell(
    [sql, "\\scope web-1", sql, "\\scope all", sql],
    "--tag",
    "env=prod",
  );
  expect(stdout.match(/\d rows?: /g)).toEqual(["1 row: ", "2 rows: ", "3 rows: "]);
  expect(stderr).toContain("Questions ask web-1.");
  expect(code).toBe(0);
}, 60_000);

test("an error doesn't end the shell, and the exit code is that of the last line", async () => {
  const { shell } = await startServer();
  const wrong = await shell(["\\lst", "delete the user bob", "\\scope mail"]);
  expect(wrong.stderr).toContain("Did you mean \\last?");
  expect(wrong.stderr).toContain("There is no host mail.");
  expect(wrong.code).toBe(4);
  const right = await shell(["\\lst", "list the users of web-1", "\\q", "\\lst"]);
  expect(right.stdout).toContain("bob");
  expect(right.code).toBe(0);
  const json = await shell(["\\lst"], "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ error: "usage" });
  expect(json.code).toBe(2);
}, 60_000);
