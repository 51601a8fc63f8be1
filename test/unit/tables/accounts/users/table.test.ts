import { expect, test } from "vitest";
import { users } from "../../../../../src/tables/accounts/users/table.ts";
import type { Host } from "../../../../../src/tables/host/port.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../../helpers/collect-table.ts";
import { atTime, hostTree, recordedHost } from "../../../../helpers/host.ts";
import { ownedHost } from "../../../../helpers/owned-host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("every account of /etc/passwd is a row; comments, NIS entries and broken ids are not", async () => {
  const { rows, gaps } = await collectOf(users, server);
  expect(pick(rows, "username", "uid", "type")).toEqual([
    { username: "root", uid: 0, type: "root" },
    { username: "daemon", uid: 1, type: "system" },
    { username: "toor", uid: 0, type: "root" },
    { username: "nobody", uid: 65534, type: "system" },
    { username: "alice", uid: 1000, type: "user" },
    { username: "bob", uid: 1001, type: "user" },
    { username: "carol", uid: 1002, type: "user" },
  ]);
  expect(gaps).toEqual([]);
});

const stateOf = async (host: Host) =>
  Object.fromEntries((await collectOf(users, host)).rows.map((row) => [row.username, row.enabled]));

test("an account is disabled when its password is locked or its day has passed", async () => {
  const early = await stateOf(atTime(server, Date.UTC(2023, 10, 15)));
  // alice's account ends on day 19800, 18 March 2024; carol's field in /etc/passwd is empty
  expect(early).toMatchObject({ root: 1, daemon: 0, toor: 0, alice: 1, bob: 1, carol: 1 });
  expect(await stateOf(atTime(server, Date.UTC(2024, 2, 17)))).toMatchObject({ alice: 1 });
  expect(await stateOf(atTime(server, Date.UTC(2024, 2, 18)))).toMatchObject({ alice: 0 });
});

const key = `ssh-ed25519 ${Buffer.from("\0\0\0\x0bssh-ed25519\0\0\0\x20".padEnd(51, "k"), "latin1").toString("base64")}`;

test("an account is enabled by what lets somebody in: password, key, shell and dates", async () => {
  const hash = "$6$c2FsdHNhbHQ$FIXTURE";
  // name: password field, the rest of its line in /etc/shadow, shell
  const accounts: Record<string, [field: string, dates: string, shell: string]> = {
    usable: [hash, "20000:0:99999:7:::", "/bin/sh"],
    shellless: [hash, "20000:0:99999:7:::", ""],
    passwordless: ["", "20000:0:99999:7:::", "/bin/sh"],
    nologin: [hash, "20000:0:99999:7:::", "/usr/sbin/nologin"],
    unstartable: [hash, "20000:0:99999:7:::", "/bin/gone"],
    locked: [`!${hash}`, "20000:0:99999:7:::", "/bin/sh"],
    starred: ["*", "20000:0:99999:7:::", "/bin/sh"],
    keyed: ["!", "20000:0:99999:7:::", "/bin/sh"],
    gitkeyed: ["*", "20000:0:99999:7:::", "/usr/bin/git-shell"],
    ended: [hash, "20000:0:99999:7::1:", "/bin/sh"],
    lapsed: [hash, "20000:0:90:7:10::", "/bin/sh"],
    due: [hash, "20000:0:90:7:::", "/bin/sh"],
  };
  const list = Object.entries(accounts);
  const passwd = list.map(
    ([name, [, , shell]], index) => `${name}:x:${1000 + index}:100::/home/${name}:${shell}\n`,
  );
  const shadow = list.map(([name, [field, dates]]) => `${name}:${field}:${dates}\n`);
  const keyFiles = ["keyed", "gitkeyed", "ended"].map((name) => [
    `/home/${name}/.ssh/authorized_keys`,
    `# mine\n${key} x\n`,
  ]);
  const host = hostTree({
    files: {
      "/etc/passwd": `${passwd.join("")}unshadowed:x:2000:100::/:/bin/sh\n`,
      "/etc/shadow": shadow.join(""),
      "/home/locked/.ssh/authorized_keys": "# none\n",
      ...Object.fromEntries(keyFiles),
    },
    links: { "/bin/sh": process.execPath, "/usr/bin/git-shell": process.execPath },
  });
  expect(await stateOf(ownedHost(host))).toEqual({
    usable: 1,
    shellless: 1,
    passwordless: 1,
    nologin: 0,
    unstartable: 0,
    locked: 0,
    starred: 0,
    keyed: 1,
    gitkeyed: 1,
    ended: 0,
    lapsed: 0,
    due: 1,
    unshadowed: 0,
  });
});

test("without /etc/shadow only those that no shell lets in are known to be disabled", async () => {
  const { rows, gaps } = await collectOf(users, denyingHost(server, "/etc/shadow"));
  const known = rows.filter((row) => row.enabled !== null);
  expect(pick(known, "username", "enabled")).toEqual([
    { username: "daemon", enabled: 0 },
    { username: "nobody", enabled: 0 },
  ]);
  const detail = "/etc/shadow: permission denied";
  expect(gaps).toEqual([{ reason: "denied", detail, columns: ["enabled"] }]);
});

test("a passwd file that can't be read is no empty list", async () => {
  await expect(collectOf(users, denyingHost(server, "/etc/passwd"))).rejects.toMatchObject({
    reason: "denied",
  });
});

test("a host with two accounts has two", async () => {
  expect((await collectOf(users, bare)).rows).toHaveLength(2);
});
