import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { effectiveConfig, effectiveGlobals } from "../../../src/tables/parsers/sshd/effective.ts";
import { sshdOptions } from "../../../src/tables/parsers/sshd/options.ts";
import { type ConfigFiles, parseSshdConfig } from "../../../src/tables/parsers/sshd/parse.ts";

const sshd = "/usr/sbin/sshd";

/** Why the oracle can't be asked here, or nothing. */
function whyNot(): string | undefined {
  if (!existsSync(sshd)) return "no sshd here";
  if (process.getuid?.() !== 0) return "sshd -T needs root";
  const version = spawnSync(sshd, ["-V"], { encoding: "utf8" }).stderr;
  return version.includes("OpenSSH_9.2") ? undefined : `defaults are those of 9.2, not ${version}`;
}

const reason = whyNot();
if (reason) console.warn(`skipped: ${reason}`);

/** sshd wants it even to test a configuration; its service makes it at each start. */
const privilegeSeparation = "/run/sshd";
let madeForTest: string | undefined;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sshd-oracle-"));
  if (reason) return;
  madeForTest = mkdirSync(privilegeSeparation, { recursive: true });
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, "key")]);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  if (madeForTest) rmSync(madeForTest, { recursive: true });
});

const files: ConfigFiles = {
  read: (path) => readFileSync(path, "utf8"),
  glob: (pattern) => {
    const at = pattern.lastIndexOf("/");
    const base = pattern.slice(0, at);
    const names = pattern.endsWith("*.conf")
      ? readdirSync(base)
          .filter((name) => name.endsWith(".conf"))
          .sort()
      : [pattern.slice(at + 1)].filter((name) => existsSync(join(base, name)));
    return { paths: names.map((name) => join(base, name)), unreadable: [] };
  },
};

interface Who {
  user: string;
  groups: string[];
  addr: string;
  host: string;
}

/** sshd's own answer by lower-case option; undefined when it refuses the file. */
function askSshd(path: string, who?: Who): Map<string, string[]> | undefined {
  const connection = who
    ? ["-C", `user=${who.user},host=${who.host},addr=${who.addr},laddr=10.0.0.1,lport=22`]
    : [];
  const run = spawnSync(sshd, ["-T", "-h", join(folder, "key"), "-f", path, ...connection], {
    encoding: "utf8",
  });
  if (run.status !== 0) return undefined;
  const answer = new Map<string, string[]>();
  for (const line of run.stdout.trim().split("\n")) {
    const [, option = "", value = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    answer.set(option, [...(answer.get(option) ?? []), value]);
  }
  return answer;
}

function askUs(path: string, who?: Who): Map<string, string[]> {
  const parsed = parseSshdConfig(path, files);
  const settings = who
    ? effectiveConfig(parsed, {
        user: who.user,
        groups: who.groups,
        host: who.host,
        address: who.addr,
        localAddress: "10.0.0.1",
        localPort: 22,
      })
    : effectiveGlobals(parsed);
  return new Map([...settings].map(([name, { values }]) => [name.toLowerCase(), values]));
}

/** Where our words are other than sshd's on purpose, or depend on -h. */
function comparable(answer: Map<string, string[]>): Record<string, string[]> {
  const skipped = ["hostkey", "gssapikexalgorithms"];
  const ours = new Set(sshdOptions.map(({ name }) => name.toLowerCase()));
  return Object.fromEntries(
    [...answer]
      .filter(([option, values]) => ours.has(option) && !skipped.includes(option) && values.length)
      .map(([option, values]) => [
        option,
        values.map((value) => (value === "without-password" ? "prohibit-password" : value)).sort(),
      ]),
  );
}

function agree(text: string, who?: Who, dropIn?: string) {
  const path = join(folder, "config");
  writeFileSync(path, text);
  mkdirSync(join(folder, "drop"), { recursive: true });
  writeFileSync(join(folder, "drop", "a.conf"), dropIn ?? "");
  const theirs = askSshd(path, who);
  if (!theirs) return false;
  const wanted = comparable(theirs);
  const got = comparable(askUs(path, who));
  const kept = Object.fromEntries(Object.keys(wanted).map((key) => [key, got[key]]));
  expect(kept, `${text}\n--- drop-in\n${dropIn}\n--- for ${JSON.stringify(who)}`).toEqual(wanted);
  return true;
}

test.skipIf(reason)("an empty file means sshd's defaults", () => {
  expect(agree("")).toBe(true);
});

const people: Who[] = [
  { user: "root", groups: ["root"], addr: "10.1.2.3", host: "a.example.org" },
  { user: "daemon", groups: ["daemon"], addr: "192.0.2.7", host: "evil.test" },
  { user: "nobody", groups: ["nogroup"], addr: "2001:db8::5", host: "B.Example.org" },
];

const flags = [
  "PasswordAuthentication",
  "kbdinteractiveauthentication",
  "ChallengeResponseAuthentication",
  "PUBKEYAUTHENTICATION",
  "PermitEmptyPasswords",
  "X11Forwarding",
  "AllowAgentForwarding",
  "PermitTTY",
  "HostbasedAuthentication",
];

const yesNo = fc.constantFrom("yes", "no", "YES", '"no"', "'yes'", "yes # why");
const separator = fc.constantFrom(" ", "=", " = ", "\t", "  ");
const either = (...lines: string[]) => fc.constantFrom(...lines);
const anywhereLine = fc.oneof(
  fc.tuple(either(...flags), separator, yesNo).map((parts) => parts.join("")),
  either(
    "PermitRootLogin no",
    "PermitRootLogin yes",
    "permitrootlogin without-password",
    "PermitRootLogin prohibit-password",
    "PermitRootLogin forced-commands-only",
    "MaxAuthTries 3",
    "MaxSessions 0",
    "ClientAliveInterval 5m",
    "ClientAliveInterval 1h30m",
    "ClientAliveCountMax 0",
    "AllowUsers alice bob@10.0.0.0/8",
    "AllowUsers carol",
    "DenyUsers mallory",
    'AllowGroups "wheel group" sudo',
    "DenyGroups nogroup",
    "AcceptEnv LANG LC_*",
    "AcceptEnv XTERM",
    "AllowTcpForwarding local",
    "AllowTcpForwarding all",
    "AllowStreamLocalForwarding remote",
    "GatewayPorts clientspecified",
    "PermitTunnel point-to-point",
    "IgnoreRhosts shosts-only",
    "AuthorizedKeysFile .ssh/authorized_keys /etc/keys/%u",
    "AuthorizedKeysFile none",
    "AuthenticationMethods publickey,password publickey",
    "ForceCommand internal-sftp -l INFO",
    "ForceCommand /bin/echo 'a b' # not a comment",
    "Banner /etc/issue.net",
    "Banner none",
    "ChrootDirectory /srv/%u",
    "PermitOpen host:22 other:80",
    "PermitListen 8080",
    "SetEnv A=1 B=2",
    "SetEnv C=3",
    "LogLevel verbose",
    "TrustedUserCAKeys /etc/ssh/ca.pub",
    "PubkeyAcceptedAlgorithms -ecdsa*",
    "PubkeyAcceptedKeyTypes +ssh-rsa",
    "HostbasedAcceptedAlgorithms ssh-ed25519",
    "CASignatureAlgorithms ^rsa-sha2-256",
    "IPQoS af21 cs1",
    "RekeyLimit 1G 1h",
    "StreamLocalBindMask 0117",
    "X11DisplayOffset 20",
    "UnusedConnectionTimeout 5m",
    "PubkeyAuthOptions touch-required",
  ),
);
const globalLine = fc.oneof(
  anywhereLine,
  either(
    "Port 2222",
    "Port=22",
    "ListenAddress 10.0.0.1",
    "ListenAddress 127.0.0.1:2022",
    "ListenAddress [::1]:2200",
    "ListenAddress ::1",
    "AddressFamily inet",
    "UsePAM yes",
    "StrictModes no",
    "LoginGraceTime 2m",
    "LoginGraceTime 0",
    "MaxStartups 10",
    "MaxStartups 5:50:60",
    "Compression delayed",
    "SyslogFacility authpriv",
    "UseDNS yes",
    "Protocol 2",
    "UsePrivilegeSeparation sandbox",
    "Ciphers aes256-ctr,aes128-ctr",
    "Ciphers -*-cbc,aes128*",
    "Ciphers +aes128-cbc",
    "MACs ^hmac-sha2-512",
    "KexAlgorithms +diffie-hellman-group1*",
    "HostKeyAlgorithms +ssh-rsa",
    "Subsystem sftp /usr/lib/openssh/sftp-server -f AUTH",
    "PermitUserEnvironment LANG,LC_*",
    "PerSourceMaxStartups 3",
    "PerSourceNetBlockSize 24:56",
    "VersionAddendum hello world",
    "FingerprintHash md5",
    "TCPKeepAlive no",
    "PrintMotd no",
    "   # a comment",
    "",
  ),
);
const criterion = either(
  "all",
  "User root",
  "user=daemon",
  "User root,daemon,!nobody",
  "User !root",
  "User *,!root",
  "User r??t",
  "Group root",
  "Group !daemon,*",
  "Address 10.0.0.0/8",
  "Address 192.0.2.*,!192.0.2.9",
  "Address 2001:db8::/32",
  "Host *.example.org",
  "Host !*.example.org,*",
  "LocalPort 22",
  "LocalAddress 10.0.0.0/24",
  "User root Address 10.0.0.0/8",
  'User "root" Host *.example.org # comment',
);
const block = fc
  .tuple(criterion, fc.array(anywhereLine, { maxLength: 5 }))
  .map(([head, lines]) => [`Match ${head}`, ...lines].join("\n"));
const config = fc
  .tuple(fc.array(globalLine, { maxLength: 8 }), fc.array(block, { maxLength: 4 }))
  .map(([lines, blocks]) => [...lines, ...blocks].join("\n"));

test.skipIf(reason)("any configuration is evaluated as sshd does, for any connection", () => {
  let compared = 0;
  fc.assert(
    fc.property(config, fc.constantFrom(...people), (text, who) => {
      if (agree(text, who)) compared++;
    }),
    { numRuns: Number(process.env.ORACLE_RUNS ?? 80) },
  );
  expect(compared).toBeGreaterThan(20);
});

const place = fc.constantFrom("first", "last", "in a block", "after a block");

test.skipIf(reason)("an included file applies at its Include line", () => {
  let compared = 0;
  fc.assert(
    fc.property(config, config, place, fc.constantFrom(...people), (text, dropIn, where, who) => {
      const include = `Include ${folder}/drop/*.conf`;
      const texts = {
        first: `${include}\n${text}`,
        last: `${text}\n${include}`,
        "in a block": `Match User root,daemon\n${include}\nMaxAuthTries 2\n${text}`,
        "after a block": `Match Address 10.0.0.0/8\nMaxSessions 2\nMatch all\n${include}\n${text}`,
      };
      if (agree(texts[where], who, dropIn)) compared++;
    }),
    { numRuns: Number(process.env.ORACLE_RUNS ?? 80) },
  );
  expect(compared).toBeGreaterThan(10);
});
