import { expect, test } from "vitest";
import { parseAws } from "../../../../../src/tables/parsers/credentials/aws-files.ts";
import { parseGcloud } from "../../../../../src/tables/parsers/credentials/google-files.ts";
import { parseDockerConfig } from "../../../../../src/tables/parsers/credentials/json-files.ts";
import {
  parseKerberosCache,
  parseKeytab,
} from "../../../../../src/tables/parsers/credentials/kerberos-files.ts";
import { parseKubeconfig } from "../../../../../src/tables/parsers/credentials/kubeconfig.ts";
import {
  parseGitCredentials,
  parseNetrc,
  parsePgpass,
} from "../../../../../src/tables/parsers/credentials/line-files.ts";
import type { LoginTarget } from "../../../../../src/tables/parsers/credentials/login-target.ts";
import { parseMyCnf } from "../../../../../src/tables/parsers/credentials/option-files.ts";

/** "user@host:port" each, "-" for what isn't known. */
const told = (targets: LoginTarget[]) =>
  targets.map(
    ({ target_host, target_port, target_user }) =>
      `${target_user ?? "-"}@${target_host ?? "-"}:${target_port ?? "-"}`,
  );

test(".pgpass: host, port and user of each line with a password, escapes undone", () => {
  const text = String.raw`# comment
db-1:5432:app:alice:s3cret
*:*:*:postgres:x
fe80\:\:1:5433:app:bob:p\:w
db-2:5432:app:carol:
broken line
`;
  expect(told(parsePgpass(text))).toEqual(["alice@db-1:5432", "postgres@*:-", "bob@fe80::1:5433"]);
});

test(".netrc: machines with a password, over lines, default last, macros left out", () => {
  const text = `machine git.example.org login alice password one
machine ftp.example.org
  login bob
  account x password two
macdef init
machine not.example.org login m password p

machine nologin.example.org login carol
default login anonymous password me
`;
  expect(told(parseNetrc(text))).toEqual([
    "alice@git.example.org:-",
    "bob@ftp.example.org:-",
    "anonymous@*:-",
  ]);
});

test(".git-credentials: URLs with a password", () => {
  const text =
    "https://alice:tok%40en@git.example.org\nhttp://b%40x:p@git.local:3000\nhttps://git.example.org\nnot a url\nhttps://%E0%A4%A:p@x\n";
  expect(told(parseGitCredentials(text))).toEqual([
    "alice@git.example.org:443",
    "b@x@git.local:3000",
    "%E0%A4%A@x:443",
  ]);
});

test("my.cnf: client sections with a password, the shared one filling in, the server's left out", () => {
  const text = `[client]
host = db-1
port=3307
[mysqldump]
user = backup
password = "s3 cret"
[mysqld]
password = x
[mysql]
user = nobody
`;
  expect(told(parseMyCnf(text))).toEqual(["backup@db-1:3307"]);
  expect(told(parseMyCnf("[client]\nuser=root\npassword=x\n"))).toEqual(["root@localhost:-"]);
});

test("AWS credentials: profiles with a secret key", () => {
  const text = `[default]
aws_access_key_id = AKIA
aws_secret_access_key = xyzw
[sso]
sso_session = y
[prod]
aws_secret_access_key=zyxw
`;
  expect(told(parseAws(text))).toEqual(["default@-:-", "prod@-:-"]);
});

test("docker's config: registries whose login is in the file", () => {
  const auth = Buffer.from("alice:s3cret").toString("base64");
  const config = {
    auths: {
      "https://index.docker.io/v1/": { auth },
      "registry.example.org:5000": { identitytoken: "t" },
      "helper.example.org": {},
    },
    credsStore: "pass",
  };
  expect(told(parseDockerConfig(JSON.stringify(config)))).toEqual([
    "alice@index.docker.io:443",
    "-@registry.example.org:5000",
  ]);
  expect(parseDockerConfig("{}")).toEqual([]);
  expect(parseDockerConfig("null")).toEqual([]);
});

test("gcloud: the account of a service account's key, none for a file without a secret", () => {
  const key = { type: "service_account", client_email: "ci@x.iam.example.org", private_key: "k" };
  expect(told(parseGcloud(JSON.stringify(key)))).toEqual(["ci@x.iam.example.org@-:-"]);
  expect(told(parseGcloud('{"refresh_token":"r","client_id":"c"}'))).toEqual(["-@-:-"]);
  expect(parseGcloud('{"type":"external_account"}')).toEqual([]);
});

test("kubeconfig: servers of contexts whose user has a secret in the file", async () => {
  const text = `
apiVersion: v1
clusters:
- {name: prod, cluster: {server: "https://10.0.0.5:6443"}}
- {name: lab, cluster: {server: "https://lab.example.org"}}
users:
- {name: admin, user: {client-key-data: aGk=}}
- {name: sso, user: {exec: {command: login}}}
contexts:
- {name: a, context: {cluster: prod, user: admin}}
- {name: b, context: {cluster: lab, user: sso}}
- {name: c, context: {cluster: none, user: admin}}
`;
  expect(told(await parseKubeconfig(text))).toEqual(["admin@10.0.0.5:6443"]);
  expect(await parseKubeconfig("just text")).toEqual([]);
});

const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const counted = (text: string, size = uint16) =>
  Buffer.concat([size(Buffer.byteLength(text)), Buffer.from(text)]);

function keytabEntry(service: string, host: string) {
  const body = Buffer.concat([
    uint16(2),
    counted("EXAMPLE.ORG"),
    counted(service),
    counted(host),
    uint32(1),
    uint32(0),
    Buffer.from([2]),
    uint16(18),
    counted("0123456789abcdef"),
  ]);
  return Buffer.concat([uint32(body.length), body]);
}

test("keytab: each principal once, holes skipped, no key told", () => {
  const hole = Buffer.concat([uint32(-8), Buffer.alloc(8)]);
  const entries = [keytabEntry("host", "web-1"), hole, keytabEntry("nfs", "web-1")];
  const file = Buffer.concat([uint16(0x0502), ...entries, keytabEntry("host", "web-1")]);
  expect(told(parseKeytab(file))).toEqual([
    "host/web-1@EXAMPLE.ORG@-:-",
    "nfs/web-1@EXAMPLE.ORG@-:-",
  ]);
  expect(JSON.stringify(parseKeytab(file))).not.toContain("0123456789abcdef");
  expect(() => parseKeytab(file.subarray(0, 20))).toThrow(RangeError);
});

test("a cache of tickets: whose they are", () => {
  const file = Buffer.concat([
    uint16(0x0504),
    uint16(4),
    Buffer.alloc(4),
    uint32(1),
    uint32(1),
    counted("EXAMPLE.ORG", uint32),
    counted("alice", uint32),
  ]);
  expect(told(parseKerberosCache(file))).toEqual(["alice@EXAMPLE.ORG@-:-"]);
  expect(parseKerberosCache(uint16(0x0503))).toEqual([]);
});

test("long lines without sense take no time", () => {
  const long = "a ".repeat(200_000);
  const started = performance.now();
  for (const parse of [parsePgpass, parseNetrc, parseGitCredentials, parseMyCnf, parseAws])
    for (const text of [`${long}\\`, `x = ${" ".repeat(400_000)}y`, "\\".repeat(400_001)])
      parse(text);
  expect(performance.now() - started).toBeLessThan(5_000);
});
