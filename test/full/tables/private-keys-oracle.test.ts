import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePrivateKey } from "../../../src/tables/parsers/ssh/private-key.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const has = (tool: string, ...args: string[]) => spawnSync(tool, args).error === undefined;
const hasTools = has("openssl", "version") && has("ssh-keygen", "-?");
if (!hasTools) console.warn("Skipped: the comparison of key files needs openssl and ssh-keygen.");
const hasPutty = has("puttygen", "--version");
if (!hasPutty) console.warn("Skipped: the comparison of PuTTY's key files needs puttygen.");

function run(command: string, cwd: string): boolean {
  const { status } = spawnSync("sh", ["-c", command], { cwd, stdio: "pipe" });
  return status === 0;
}

const request = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=x";
const pkcs12 = `${request} -nodes -keyout k -out c && openssl pkcs12 -export -inkey k -in c -out key`;

/** How a file with a key is made, and a command that succeeds if the key needs no passphrase. */
const opened = {
  pkey: "openssl pkey -in key -passin pass: -noout",
  ssh: "ssh-keygen -y -P '' -f key",
  // the kinds of the bags, which need the file's password where its contents are encrypted
  pkcs12: "openssl pkcs12 -in key -info -nodes -passin pass:secret 2>&1 | grep -q '^Key bag'",
  putty: 'test -n "$(puttygen key --old-passphrase /dev/null -O private-openssh -o /dev/stdout)"',
};

const containers: [name: string, make: string, opens: string][] = [
  ["PKCS #8", "openssl genpkey -algorithm ed25519 -out key", opened.pkey],
  [
    "PKCS #8 with PBES2 and AES",
    "openssl genpkey -algorithm rsa -aes-256-cbc -pass pass:secret -out key",
    opened.pkey,
  ],
  [
    "PKCS #8 with PBES2 and scrypt",
    "openssl genpkey -algorithm ed25519 | openssl pkcs8 -topk8 -scrypt -passout pass:secret -out key",
    opened.pkey,
  ],
  [
    "PKCS #8 with PBES1",
    "openssl genpkey -algorithm ed25519 | openssl pkcs8 -topk8 -v1 PBE-SHA1-3DES -passout pass:secret -out key",
    opened.pkey,
  ],
  ["PEM of PKCS #1", "openssl genrsa -traditional -out key 2048", opened.pkey],
  [
    "PEM with Proc-Type",
    "openssl genrsa -traditional -aes128 -passout pass:secret -out key 2048",
    opened.pkey,
  ],
  [
    "PEM of an EC key with its parameters",
    "openssl ecparam -name prime256v1 -genkey -out key",
    opened.pkey,
  ],
  ["OpenSSH", "ssh-keygen -q -t ed25519 -N '' -f key", opened.ssh],
  ["OpenSSH with a passphrase", "ssh-keygen -q -t ed25519 -N secret -f key", opened.ssh],
  ["OpenSSH's PEM", "ssh-keygen -q -t rsa -b 2048 -m PEM -N secret -f key", opened.ssh],
  ["OpenSSH's PKCS #8", "ssh-keygen -q -t rsa -b 2048 -m PKCS8 -N secret -f key", opened.ssh],
  ["PKCS #12", `${pkcs12} -passout pass:secret`, opened.pkcs12],
  [
    "PKCS #12 without encryption of the key",
    `${pkcs12} -keypbe NONE -passout pass:secret`,
    opened.pkcs12,
  ],
  [
    "PKCS #12 without any encryption",
    `${pkcs12} -keypbe NONE -certpbe NONE -passout pass:secret`,
    opened.pkcs12,
  ],
];

const putty: typeof containers = [
  ["PuTTY", "puttygen -q -t ed25519 -o key --new-passphrase /dev/null", opened.putty],
  [
    "PuTTY with a passphrase",
    "printf secret > p && puttygen -q -t ed25519 -o key --new-passphrase p",
    opened.putty,
  ],
];

const made = hasTools ? [...containers, ...(hasPutty ? putty : [])] : [];

test.skipIf(!hasTools).each(made)("%s is as protected as the tool finds it", (_, make, opens) => {
  const folder = temporaryFolder();
  expect(run(make, folder), make).toBe(true);
  const key = parsePrivateKey(readFileSync(`${folder}/key`));
  expect(key?.encrypted).toBe(!run(opens, folder));
});

test.skipIf(!hasTools)("a PKCS #12 file of certificates alone is no key", () => {
  const folder = temporaryFolder();
  const make = `${request} -nodes -keyout k -out c && openssl pkcs12 -export -nokeys -in c -passout pass:secret -out key`;
  expect(run(make, folder)).toBe(true);
  expect(parsePrivateKey(readFileSync(`${folder}/key`))).toBeUndefined();
});
