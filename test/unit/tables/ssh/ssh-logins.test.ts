import { expect, test } from "vitest";
import type { Host } from "../../../../src/tables/host/port.ts";
import { sshLogins } from "../../../../src/tables/ssh/ssh-logins.ts";
import { closePaths, denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { sshHost } from "../../../helpers/ssh-host.ts";

type Given = NonNullable<Parameters<typeof sshHost>[0]>;

const rowsOf = async (host: Host, username: string, method: string) =>
  (await collectOf(sshLogins, host)).rows.filter(
    (row) => row.username === username && row.method === method,
  );

/** allowed and reason of an account's only row. */
async function verdictOf(given: Given, username = "alice", method = "publickey") {
  const rows = await rowsOf(sshHost(given), username, method);
  expect(rows).toHaveLength(1);
  return [rows[0]!.allowed, rows[0]!.reason];
}

test("an account with a shell logs in by key and by password, with the setting that allows it", async () => {
  const { rows, gaps } = await collectOf(
    sshLogins,
    sshHost({ config: "UsePAM yes\nPasswordAuthentication yes" }),
  );
  expect(gaps).toEqual([]);
  expect(rows.filter(({ username }) => username === "alice")).toEqual(
    [
      {
        method: "publickey",
        allowed: 1,
        reason: "",
        source: "default",
        key_files: "/home/alice/.ssh/authorized_keys\n/home/alice/.ssh/authorized_keys2",
      },
      {
        method: "password",
        allowed: 1,
        reason: "",
        source: "/etc/ssh/sshd_config:2",
        key_files: null,
      },
      {
        method: "keyboard-interactive",
        allowed: 1,
        reason: "",
        source: "default",
        key_files: null,
      },
      {
        method: "hostbased",
        allowed: 0,
        reason: "HostbasedAuthentication no",
        source: "default",
        key_files: null,
      },
    ].map((row) => ({
      ...row,
      username: "alice",
      uid: 1000,
      port: 22,
      addresses: "",
      forced_command: "",
      forwarding: row.method === "hostbased" ? null : 1,
      forwarding_reason: null,
      match: "",
      local_match: null,
      scope: null,
      key_algorithms: null,
      ca_algorithms: null,
      rsa_bits: null,
      revoked_keys: null,
      exposed: 1,
    })),
  );
});

const keyRows = async (config: string) =>
  (await rowsOf(sshHost({ config }), "alice", "publickey")).map(
    ({ allowed, addresses, local_match, scope }) => ({ allowed, addresses, local_match, scope }),
  );

test("a refusal names the Match block that makes it, or those that would allow the login", async () => {
  expect(await keyRows("Match User alice\nPubkeyAuthentication no")).toMatchObject([
    { scope: "in Match User alice" },
  ]);
  expect(
    await keyRows("PubkeyAuthentication no\nMatch User bob\nPubkeyAuthentication yes"),
  ).toMatchObject([{ scope: "outside Match User bob" }]);
});

test("what depends on the routing domain says so", async () => {
  expect(await keyRows("Match RDomain blue\nPubkeyAuthentication no")).toMatchObject([
    { allowed: 1, addresses: "", local_match: "RDomain blue" },
    { allowed: 0, addresses: "", local_match: "RDomain blue", scope: "in Match RDomain blue" },
  ]);
});

test("a Match block's settings for keys are those of the accounts that it takes", async () => {
  const config =
    "Match User alice\nPubkeyAcceptedAlgorithms ssh-ed25519\nRequiredRSASize 3072\nRevokedKeys /r";
  const read = async (username: string) =>
    pick(
      await rowsOf(sshHost({ config }), username, "publickey"),
      "key_algorithms",
      "rsa_bits",
      "revoked_keys",
    );
  expect(await read("alice")).toEqual([
    { key_algorithms: "ssh-ed25519", rsa_bits: 3072, revoked_keys: "/r" },
  ]);
  expect(await read("root")).toEqual([
    { key_algorithms: null, rsa_bits: null, revoked_keys: null },
  ]);
});

const pam = "UsePAM yes\n";

test.each<[string, Given, string?, string?]>([
  ["shell /usr/sbin/nologin", {}, "www-data"],
  [
    "shell /bin/missing, which isn't there",
    { passwd: ["eve:x:1002:1002::/home/eve:/bin/missing"] },
    "eve",
  ],
  ["AllowUsers", { config: "AllowUsers bob" }],
  ["DenyUsers al*", { config: "AllowUsers alice\nDenyUsers al*" }],
  ["AllowGroups", { config: "AllowGroups deploy" }],
  ["DenyGroups deploy", { config: "DenyGroups deploy" }, "bob"],
  ["PermitRootLogin no", { config: "PermitRootLogin no" }, "root"],
  ["PermitRootLogin prohibit-password", {}, "root", "password"],
  [
    "PermitRootLogin forced-commands-only",
    { config: "PermitRootLogin forced-commands-only" },
    "root",
  ],
  [
    "PermitRootLogin no",
    { config: "PermitRootLogin no", passwd: ["toor:x:0:0::/root:/bin/sh"] },
    "toor",
  ],
  ["PubkeyAuthentication no", { config: "PubkeyAuthentication no" }],
  ["AuthorizedKeysFile none", { config: "AuthorizedKeysFile none" }],
  ["PasswordAuthentication no", { config: "PasswordAuthentication no" }, "alice", "password"],
  ["UsePAM no", { config: "UsePAM no" }, "alice", "keyboard-interactive"],
  [
    "KbdInteractiveAuthentication no",
    { config: `${pam}ChallengeResponseAuthentication no` },
    "alice",
    "keyboard-interactive",
  ],
  [
    "account locked",
    {
      config: "UsePAM no",
      shadow: ["eve:!$6$x$H:20000::::::"],
      passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"],
    },
    "eve",
  ],
  [
    "account expired",
    {
      config: pam,
      shadow: ["eve:*:20000:::::20454:"],
      passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"],
    },
    "eve",
  ],
  [
    "password expired",
    {
      config: pam,
      shadow: ["eve:*:20000:0:30:7:::"],
      passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"],
    },
    "eve",
  ],
  [
    "account inactive since its password expired",
    {
      config: pam,
      shadow: ["eve:*:20000:0:30:7:10::"],
      passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"],
    },
    "eve",
  ],
  [
    "password locked",
    {
      config: pam,
      shadow: ["eve:!$6$x$H:20000::::::"],
      passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"],
    },
    "eve",
    "password",
  ],
  [
    "no password set",
    { config: pam, shadow: ["eve:*:20000::::::"], passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"] },
    "eve",
    "password",
  ],
  [
    "PermitEmptyPasswords no",
    { shadow: ["eve::20000::::::"], passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"] },
    "eve",
    "password",
  ],
  ["/etc/nologin", { files: { "etc/nologin": "" } }],
  ["MaxSessions 0", { config: "MaxSessions 0" }],
  ["no sshd runs", { ports: [] }],
  ["nothing listens on port 2222", { config: "Port 2222\nPort 22", ports: [22] }],
  ["AuthenticationMethods password", { config: "AuthenticationMethods password" }],
  [
    "AuthenticationMethods publickey,password",
    { config: "AuthenticationMethods publickey,password\nPasswordAuthentication no" },
  ],
])("%s keeps an account out", async (reason, given, username = "alice", method = "publickey") => {
  const rows = await rowsOf(sshHost(given), username, method);
  expect(pick(rows, "allowed", "reason")).toContainEqual({ allowed: 0, reason });
});

test.each<[string, Given, string?, string?]>([
  ["root by its key", {}, "root"],
  [
    "root by its password where that is permitted",
    { config: "PermitRootLogin yes" },
    "root",
    "password",
  ],
  ["an account that AllowUsers names", { config: "AllowUsers al?ce" }],
  ["a member of a group that AllowGroups names", { config: "AllowGroups dep*" }, "bob"],
  [
    "keys of an account whose password is locked, where PAM decides",
    { config: pam, shadow: ["eve:!:20000::::::"], passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"] },
    "eve",
  ],
  [
    "keys of an account without a password, where PAM doesn't",
    {
      config: "UsePAM no",
      shadow: ["eve:*:20000::::::"],
      passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"],
    },
    "eve",
  ],
  [
    "on its last day an account that sshd itself judges",
    {
      config: "UsePAM no",
      shadow: ["eve:*:20000:::::20454:"],
      passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"],
    },
    "eve",
  ],
  [
    "by a password that has to be changed",
    { config: pam, shadow: ["eve:$6$x$H:0::::::"], passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"] },
    "eve",
    "password",
  ],
  ["an account without a shell of its own", { passwd: ["eve:x:1002:1002::/home/eve:"] }, "eve"],
  [
    "by a method that suffices alone",
    { config: "AuthenticationMethods publickey,password publickey" },
  ],
])("it lets in %s", async (_, given, username, method) => {
  expect(await verdictOf(given, username, method)).toEqual([1, ""]);
});

test("a login's further requirements and its chroot are in its reason", async () => {
  const empty = {
    config: "PermitEmptyPasswords yes",
    shadow: ["eve::20000::::::"],
    passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"],
  };
  expect(await verdictOf(empty, "eve", "password")).toEqual([1, "an empty password"]);
  expect(await verdictOf({ config: "AuthenticationMethods publickey,password" })).toEqual([
    1,
    "AuthenticationMethods publickey,password",
  ]);
  expect(await verdictOf({ config: "ChrootDirectory /srv/jail" })).toEqual([
    1,
    "ChrootDirectory /srv/jail",
  ]);
});

test("a Match block on addresses gives a row for these and one for the others", async () => {
  const host = sshHost({
    config:
      "PasswordAuthentication no\nMatch Address 10.0.0.0/8,!10.9.0.0/16\nPasswordAuthentication yes\nForceCommand /bin/report",
  });
  expect(
    pick(
      await rowsOf(host, "alice", "password"),
      "allowed",
      "addresses",
      "forced_command",
      "match",
    ),
  ).toEqual([
    { allowed: 0, addresses: "!10.0.0.0/8,*", forced_command: "", match: "" },
    {
      allowed: 1,
      addresses: "!10.9.0.0/16,10.0.0.0/8",
      forced_command: "/bin/report",
      match: "Address 10.0.0.0/8,!10.9.0.0/16",
    },
    { allowed: 0, addresses: "10.9.0.0/16", forced_command: "", match: "" },
  ]);
  expect(await rowsOf(host, "alice", "hostbased")).toHaveLength(1 + 2);
});

test("user@host admits the account from there only, and denies it there only", async () => {
  const allowed = sshHost({ config: "AllowUsers alice@10.0.0.0/8 bob" });
  expect(pick(await rowsOf(allowed, "alice", "publickey"), "allowed", "addresses")).toEqual([
    { allowed: 0, addresses: "!10.0.0.0/8,*" },
    { allowed: 1, addresses: "10.0.0.0/8" },
  ]);
  expect(pick(await rowsOf(allowed, "bob", "publickey"), "allowed", "addresses")).toEqual([
    { allowed: 1, addresses: "" },
  ]);
  const denied = sshHost({ config: "DenyUsers alice@192.0.2.7" });
  expect(
    pick(await rowsOf(denied, "alice", "publickey"), "allowed", "reason", "addresses"),
  ).toEqual([
    { allowed: 1, reason: "", addresses: "!192.0.2.7,*" },
    { allowed: 0, reason: "DenyUsers alice@192.0.2.7", addresses: "192.0.2.7" },
  ]);
});

test("blocks on accounts, groups and ports apply to these only", async () => {
  const host = sshHost({
    config:
      "Port 22\nPort 2222\nMatch User alice LocalPort 2222\nPubkeyAuthentication no\nMatch Group deploy\nForceCommand internal-sftp",
    ports: [22, 2222],
  });
  expect(pick(await rowsOf(host, "alice", "publickey"), "port", "allowed", "match")).toEqual([
    { port: 22, allowed: 1, match: "" },
    { port: 2222, allowed: 0, match: "User alice LocalPort 2222" },
  ]);
  expect(pick(await rowsOf(host, "bob", "publickey"), "port", "forced_command", "match")).toEqual([
    { port: 22, forced_command: "internal-sftp", match: "Group deploy" },
    { port: 2222, forced_command: "internal-sftp", match: "Group deploy" },
  ]);
});

test("client names count only if sshd resolves them", async () => {
  const config = "AllowUsers alice@*.example.org";
  expect(await verdictOf({ config })).toEqual([0, "AllowUsers"]);
  const rows = await rowsOf(sshHost({ config: `UseDNS yes\n${config}` }), "alice", "publickey");
  expect(pick(rows, "allowed", "addresses")).toEqual([
    { allowed: 0, addresses: "!*.example.org,*" },
    { allowed: 1, addresses: "*.example.org" },
  ]);
});

test("with too many blocks it is unknown who may log in", async () => {
  const blocks = Array.from(
    { length: 8 },
    (_, n) => `Match Address *.${n}.*\nForceCommand /bin/${n}`,
  );
  const { rows, gaps } = await collectOf(sshLogins, sshHost({ config: blocks.join("\n") }));
  expect(rows.every(({ allowed }) => allowed === null)).toBe(true);
  expect(gaps).toMatchObject([{ reason: "error" }]);
});

test("keys are accepted only from files that nobody else may write", async () => {
  const file = "/home/alice/.ssh/authorized_keys";
  const files = { [file.slice(1)]: "" };
  const keyFiles = async (given: Given) =>
    String((await rowsOf(sshHost({ files, ...given }), "alice", "publickey"))[0]?.key_files).split(
      "\n",
    )[0];
  expect(await keyFiles({})).toBe(file);
  expect(await keyFiles({ modes: { [file]: 0o666 } })).not.toBe(file);
  expect(await keyFiles({ modes: { "/home/alice": 0o777 } })).not.toBe(file);
  expect(await keyFiles({ owners: { "/home/alice/.ssh": 1001 } })).not.toBe(file);
  expect(await keyFiles({ modes: { "/home": 0o777 } })).toBe(file);
  expect(await keyFiles({ modes: { "/home/alice": 0o770 } })).not.toBe(file);
  const debian = { files: { ...files, "etc/debian_version": "12" } };
  expect(await keyFiles({ ...debian, modes: { "/home/alice": 0o770 } })).toBe(file);
  expect(
    await keyFiles({ ...debian, modes: { "/home/alice": 0o770 }, group: ["x:x:1000:bob"] }),
  ).not.toBe(file);
  expect(await keyFiles({ modes: { [file]: 0o666 }, config: "StrictModes no" })).toBe(file);
});

test("an account's keys are in the files of its matching block", async () => {
  const [row] = await rowsOf(
    sshHost({ config: "Match User alice\nAuthorizedKeysFile /etc/keys/%u" }),
    "alice",
    "publickey",
  );
  expect(row?.key_files).toBe("/etc/keys/alice");
});

test("with PAM modules that have their own rules it is unknown who may log in", async () => {
  const files = (sshd: string) => ({
    "etc/pam.d/sshd": `auth required pam_unix.so\n@include common\naccount required pam_unix.so\n${sshd}`,
    "etc/pam.d/common": "account sufficient pam_succeed_if.so uid < 500\n",
  });
  expect(await verdictOf({ files: files("") })).toEqual([1, ""]);
  const include = {
    ...files("account include more"),
    "etc/pam.d/more": "account [success=ok default=bad] /lib/security/pam_listfile.so",
  };
  const reason = "the rules of pam_succeed_if are not known";
  expect(await verdictOf({ files: include })).toEqual([null, reason]);
  expect((await collectOf(sshLogins, sshHost({ files: include }))).gaps).toEqual([
    { reason: "error", detail: `sshd's logins: ${reason}`, columns: ["allowed", "reason"] },
  ]);
  expect(await verdictOf({ files: include, config: "UsePAM no" })).toEqual([1, ""]);
});

const pamFiles = (auth: string, account = "account required pam_unix.so") => ({
  "etc/pam.d/sshd": `${auth}\n${account}\n`,
});

test("pam_access refuses accounts and clients by its rules", async () => {
  const access = (rules: string) => ({
    files: {
      ...pamFiles("auth required pam_unix.so", "account required pam_access.so"),
      "etc/security/access.conf": rules,
    },
  });
  expect(await verdictOf(access("-:root bob:ALL"))).toEqual([1, ""]);
  expect(await verdictOf(access("-:ALL EXCEPT root:ALL"))).toEqual([0, "PAM: pam_access"]);
  expect(await verdictOf(access("+:(deploy):ALL\n-:ALL:ALL"), "bob")).toEqual([1, ""]);
  const rows = await rowsOf(sshHost(access("+:alice:10.\n-:ALL:ALL")), "alice", "password");
  expect(pick(rows, "allowed", "addresses")).toEqual([
    { allowed: 0, addresses: "!10.*,*" },
    { allowed: 1, addresses: "10.*" },
  ]);
  expect(await verdictOf(access("-:@staff:ALL"))).toEqual([
    null,
    "the rules of pam_access are not known",
  ]);
});

test("pam_limits keeps accounts out that may have no login, by the line nearest to them", async () => {
  const limited = (lines: string, control = "required") => ({
    files: {
      ...pamFiles(
        "auth required pam_unix.so",
        `account required pam_unix.so\nsession required pam_unix.so\nsession ${control} pam_limits.so`,
      ),
      "etc/security/limits.conf": lines,
    },
  });
  const refused = [0, "PAM: pam_limits, maxlogins 0"];
  expect(await verdictOf(limited("alice - maxlogins 0"))).toEqual(refused);
  expect(await verdictOf(limited("* hard maxlogins 0"))).toEqual(refused);
  expect(await verdictOf(limited("1000: - maxlogins 0"))).toEqual(refused);
  expect(await verdictOf(limited("* - maxlogins 0"), "root")).toEqual([1, ""]);
  expect(await verdictOf(limited("* - maxlogins 0", "optional"))).toEqual([1, ""]);
  for (const lines of ["alice - maxlogins 1", "bob - maxlogins 0", "alice -\n* - maxlogins 0"])
    expect(await verdictOf(limited(lines)), lines).toEqual([1, ""]);
  expect(await verdictOf(limited("alice - maxlogins 2\n* - maxlogins 0"))).toEqual([1, ""]);
});

test("what PAM's auth rules make of passwords decides", async () => {
  const eve = {
    config: "UsePAM yes\nPermitEmptyPasswords yes",
    shadow: ["eve::20000::::::"],
    passwd: ["eve:x:1002:1002::/home/eve:/bin/sh"],
  };
  const withPam = (auth: string) => ({ ...eve, files: pamFiles(auth) });
  const password = (given: Given, name: string) => verdictOf(given, name, "password");
  expect(await password(withPam("auth required pam_unix.so"), "eve")).toEqual([
    0,
    "pam_unix without nullok",
  ]);
  expect(await password(withPam("auth required pam_unix.so nullok"), "eve")).toEqual([
    1,
    "an empty password",
  ]);
  expect(await password({ ...eve, config: "PermitEmptyPasswords yes" }, "eve")).toEqual([
    1,
    "an empty password",
  ]);
  expect(await password(withPam("auth requisite pam_deny.so"), "alice")).toEqual([
    0,
    "PAM refuses passwords",
  ]);
  const anybody = withPam("auth sufficient pam_permit.so\nauth required pam_unix.so");
  expect(await password(anybody, "alice")).toEqual([1, "any password"]);
});

test("a login is exposed unless it can only come from this host", async () => {
  const exposed = async (given: Given) =>
    pick(await rowsOf(sshHost(given), "alice", "password"), "allowed", "exposed");
  const onLoopback = {
    "proc/net/tcp":
      "  sl  local_address rem_address st\n   0: 0100007F:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 9000 1",
  };
  expect(await exposed({ files: onLoopback })).toEqual([{ allowed: 1, exposed: 0 }]);
  expect(
    await exposed({
      config: "PasswordAuthentication no\nMatch Address 127.0.0.1,::1\nPasswordAuthentication yes",
    }),
  ).toEqual([
    { allowed: 0, exposed: 1 },
    { allowed: 1, exposed: 0 },
    { allowed: 1, exposed: 0 },
  ]);
});

test("each sshd that listens has its own rules", async () => {
  const process = (pid: number, words: string) => ({
    [`proc/${pid}/comm`]: "sshd\n",
    [`proc/${pid}/cmdline`]: `sshd: /usr/sbin/sshd ${words} [listener] 0 of 10-100 startups\0`,
    [`proc/${pid}/status`]: "Name:\tsshd\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n",
  });
  const host = sshHost({
    config: "PasswordAuthentication no",
    ports: [22, 2222],
    files: {
      ...process(700, "-D"),
      ...process(701, "-f /etc/ssh/second"),
      "etc/ssh/second": "Port 2222",
    },
  });
  const inOneNamespace = { ...host, readlink: () => "mnt:[1]" };
  expect(pick(await rowsOf(inOneNamespace, "alice", "password"), "port", "allowed")).toEqual([
    { port: 22, allowed: 0 },
    { port: 2222, allowed: 1 },
  ]);
});

test("unreadable files are gaps, and their decisions unknown", async () => {
  const noShadow = denyingHost(sshHost(), "/etc/shadow");
  const { rows, gaps } = await collectOf(sshLogins, noShadow);
  expect(gaps).toEqual([
    { reason: "denied", detail: "/etc/shadow: permission denied", columns: ["allowed", "reason"] },
  ]);
  const ofAlice = pick(
    rows.filter(({ username }) => username === "alice"),
    "method",
    "allowed",
  );
  expect(ofAlice.slice(0, 2)).toEqual([
    { method: "publickey", allowed: 1 },
    { method: "password", allowed: null },
  ]);

  const noSockets = closePaths(sshHost(), /^\/proc\/net\/tcp$/);
  expect((await collectOf(sshLogins, noSockets)).gaps).toMatchObject([
    { columns: ["allowed", "reason", "exposed"] },
  ]);

  const include = sshHost({
    config: "PermitRootLogin no\nInclude /etc/ssh/more.conf",
    files: { "etc/ssh/more.conf": "PasswordAuthentication no" },
  });
  const halfRead = denyingHost(include, "/etc/ssh/more.conf");
  expect(await rowsOf(halfRead, "root", "publickey")).toMatchObject([
    { allowed: 0, reason: "PermitRootLogin no" },
  ]);
  const [alice] = await rowsOf(halfRead, "alice", "publickey");
  expect(alice).toMatchObject({ allowed: null, key_files: null });
  expect(alice?.reason).toMatch(/ is not known$/);
});

test("without sshd nobody logs in over it", async () => {
  const host = sshHost();
  const bare = { ...host, stat: (path: string) => host.stat(path.replace("sshd_config", "none")) };
  expect(await collectOf(sshLogins, bare)).toEqual({ rows: [], gaps: [] });
});
