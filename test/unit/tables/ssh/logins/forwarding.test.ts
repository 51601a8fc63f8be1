import { expect, test } from "vitest";
import { sshLogins } from "../../../../../src/tables/ssh/ssh-logins.ts";
import { collectOf } from "../../../../helpers/collect-table.ts";
import { sshHost } from "../../../../helpers/ssh-host.ts";

type Given = NonNullable<Parameters<typeof sshHost>[0]>;

const passwd = ["tunnel:x:1002:1002::/home/tunnel:/usr/sbin/nologin"];
const modes = { "/usr/sbin/nologin": 0o755 };
const shadow = ["tunnel:$6$c2FsdA$HASH:20000:0:99999:7:::"];

/** Whether the account without a session logs in, and what it may forward. */
async function forwardingOf(config: string, given: Given = {}, method = "publickey") {
  const host = sshHost({ passwd, shadow, modes, config: `UsePAM yes\n${config}`, ...given });
  const { rows } = await collectOf(sshLogins, host);
  return rows
    .filter((row) => row.username === "tunnel" && row.method === method)
    .map(({ allowed, forwarding, forwarding_reason }) => [allowed, forwarding, forwarding_reason]);
}

test("an account whose shell gives no session may forward connections", async () => {
  expect(await forwardingOf("")).toEqual([[0, 1, ""]]);
  expect(await forwardingOf("MaxSessions 0")).toEqual([[0, 1, ""]]);
  expect(await forwardingOf("AllowTcpForwarding local")).toEqual([[0, 1, ""]]);
});

test("a shell that can't be run is refused by sshd before", async () => {
  const gone = ["tunnel:x:1002:1002::/home/tunnel:/opt/nologin"];
  expect(await forwardingOf("", { passwd: gone })).toEqual([[0, null, null]]);
});

test("settings turn forwarding off", async () => {
  expect(await forwardingOf("AllowTcpForwarding no")).toEqual([[0, 0, "AllowTcpForwarding no"]]);
  expect(await forwardingOf("AllowTcpForwarding remote")).toEqual([
    [0, 0, "AllowTcpForwarding remote"],
  ]);
  expect(await forwardingOf("DisableForwarding yes")).toEqual([[0, 0, "DisableForwarding yes"]]);
  expect(await forwardingOf("PermitOpen none")).toEqual([[0, 0, "PermitOpen none"]]);
  expect(await forwardingOf("Match User tunnel\nAllowTcpForwarding no")).toEqual([
    [0, 0, "AllowTcpForwarding no"],
  ]);
});

test("a limit or a further requirement is named", async () => {
  expect(await forwardingOf("PermitOpen db:5432 db:5433")).toEqual([
    [0, 1, "PermitOpen db:5432 db:5433"],
  ]);
  expect(
    await forwardingOf("AuthenticationMethods publickey,password\nPasswordAuthentication yes"),
  ).toEqual([[0, 1, "AuthenticationMethods publickey,password"]]);
});

test("who doesn't get in forwards nothing", async () => {
  expect(await forwardingOf("DenyUsers tunnel")).toEqual([[0, null, null]]);
  const changes = ["tunnel:$6$c2FsdA$HASH:0:0:99999:7:::"];
  expect(await forwardingOf("", { shadow: changes }, "password")).toEqual([
    [0, 0, "password expired"],
  ]);
});

test("a confined login forwards connections", async () => {
  const shell = ["tunnel:x:1002:1002::/home/tunnel:/bin/bash"];
  expect(
    await forwardingOf("ChrootDirectory /srv\nForceCommand internal-sftp", { passwd: shell }),
  ).toEqual([[1, 1, ""]]);
});
