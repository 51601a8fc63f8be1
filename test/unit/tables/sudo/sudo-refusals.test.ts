import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSudoLog } from "../../../../src/tables/parsers/logs/sudo-log.ts";
import { sudoRefusals } from "../../../../src/tables/sudo/sudo-refusals.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const now = Date.UTC(2026, 10, 23, 18) / 1000;
const stamp = "2026-11-23T16:33:43.361418+00:00 web sudo:";
const read = (...lines: string[]) => parseSudoLog(lines.join("\n"), now);

test("wrong passwords have a count, a terminal and the command they were for", () => {
  const line = `${stamp}    alice : 3 incorrect password attempts ; TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/usr/bin/true x`;
  expect(read(line)).toEqual([
    {
      username: "alice",
      reason: "3 incorrect password attempts",
      attempts: 3,
      target_user: "root",
      command: "/usr/bin/true x",
      tty: "pts/0",
      time: Date.UTC(2026, 10, 23, 16, 33, 43) / 1000,
    },
  ]);
});

test("refusals by the rules have no attempts, and long names no padding", () => {
  const rows = read(
    `${stamp}      bob : user NOT in sudoers ; PWD=/ ; USER=root ; COMMAND=list`,
    "Nov 23 16:33:51 web sudo[7]: deploymentrobot : command not allowed ; PWD=/ ; USER=root ; COMMAND=/bin/sh",
  );
  expect(rows).toMatchObject([
    { username: "bob", attempts: 0, command: "list", tty: null },
    { username: "deploymentrobot", attempts: 0, command: "/bin/sh" },
  ]);
});

test("commands that ran, other programs and lines without sudo's padding are none", () => {
  const rows = read(
    `${stamp}    alice : PWD=/ ; USER=root ; COMMAND=/bin/echo bob : user NOT in sudoers ; PWD=/`,
    `${stamp}    alice : a password is required ; PWD=/ ; USER=root ; COMMAND=/usr/bin/id`,
    `${stamp} alice : user NOT in sudoers ; PWD=/ ; USER=root ; COMMAND=/usr/bin/id`,
    `${stamp.replace("sudo", "backup")}      bob : user NOT in sudoers ; PWD=/ ; USER=root ; COMMAND=/bin/id`,
  );
  expect(rows).toEqual([]);
});

test("any text is read without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => void parseSudoLog(`${stamp} ${text}`, now)));
});

test("without a log the table is missing, and a log that is denied is named", async () => {
  await expect(collectOf(sudoRefusals, recordedHost("accounts-bare"))).rejects.toMatchObject({
    reason: "table_missing",
  });
  const denied = denyingHost(recordedHost("accounts-server"), "/var/log/auth.log");
  await expect(collectOf(sudoRefusals, denied)).rejects.toMatchObject({ reason: "denied" });
});
