import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeCertificates } from "../../../src/tables/parsers/certificates/x509.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const openssl = (args: string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync("openssl", args, { input, encoding: "utf8" });
  return { ok: status === 0, stdout: stdout ?? "", stderr: stderr ?? "" };
};
const hasOpenssl = openssl(["version"]).stdout.startsWith("OpenSSL 3");
if (!hasOpenssl) console.warn("Skipped: the comparison of certificates needs openssl 3.");

const shown =
  "basicConstraints,keyUsage,extendedKeyUsage,subjectKeyIdentifier,authorityKeyIdentifier,subjectAltName";
/** openssl's names of usages that have others in osquery. */
const usages: Record<string, string> = { "Certificate Sign": "Key Cert Sign" };

/** What openssl prints of a certificate, in the table's words. */
function describeByOpenssl(pem: string) {
  const { stdout } = openssl(["x509", "-noout", "-ext", shown], pem);
  const extension = (name: string) =>
    new RegExp(`X509v3 ${name}: ?(?:critical)?\\s*\\n\\s+(.*)`).exec(stdout)?.[1]?.trim() ?? null;
  const keyId = (name: string) =>
    extension(name)
      ?.replace(/^keyid:/, "")
      .replaceAll(":", "")
      .toLowerCase() ?? null;
  const field = (flag: string) =>
    openssl(["x509", "-noout", flag], pem).stdout.trim().split("=").slice(1).join("=");
  const purposes = openssl(["x509", "-noout", "-purpose"], pem).stdout;
  const names = openssl(
    ["x509", "-noout", "-subject", "-nameopt", "multiline,utf8,-esc_msb,-esc_ctrl"],
    pem,
  ).stdout;
  const authority = extension("Authority Key Identifier");
  return {
    basic_constraints: extension("Basic Constraints"),
    key_usage:
      extension("Key Usage")
        ?.split(", ")
        .map((name) => usages[name] ?? name)
        .join(", ") ?? null,
    extended_key_usage: extension("Extended Key Usage"),
    subject_key_id: keyId("Subject Key Identifier"),
    authority_key_id:
      authority && /^(DirName|serial)/.test(authority) ? null : keyId("Authority Key Identifier"),
    subject_alternative_names: extension("Subject Alternative Name"),
    // This purpose is asked of authorities only, and means no more than to be one.
    ca: Number(/^CRL signing CA : Yes/m.test(purposes)),
    common_name: / commonName += (.*?)(?: \+ [a-zA-Z]+ += |\n)/.exec(names)?.[1] ?? null,
    serial: field("-serial").replace(/^00$/, "0"),
    sha1: field("-fingerprint").replaceAll(":", "").toLowerCase(),
    not_valid_before: Date.parse(field("-startdate")) / 1000,
    not_valid_after: Date.parse(field("-enddate")) / 1000,
  };
}

function compare(pem: string): void {
  const [ours] = describeCertificates(Buffer.from(pem));
  const wanted = describeByOpenssl(pem);
  expect(
    Object.fromEntries(Object.keys(wanted).map((key) => [key, ours![key as keyof typeof wanted]])),
  ).toEqual(wanted);
}

const store = "/etc/ssl/certs";
const bundle =
  hasOpenssl && readdirSync(store).includes("ca-certificates.crt")
    ? readFileSync(join(store, "ca-certificates.crt"), "utf8")
    : "";
const authorities =
  bundle.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----\n/g) ?? [];

test.skipIf(authorities.length === 0)(
  "the trust store's certificates are as openssl prints them",
  () => {
    // Each costs openssl eight runs.
    for (const pem of authorities.filter((_, index) => index % 6 === 0)) compare(pem);
  },
);

const extended = (...lines: string[]) => lines.flatMap((line) => ["-addext", line]);

/** Arguments of `openssl req -x509`. */
const planted: [name: string, args: string[]][] = [
  ["by default", ["-subj", "/CN=plain"]],
  [
    "of a server",
    [
      "-subj",
      '/C=AT/O=Föo, Inc "x" <a>;/CN=www.example.org',
      ...extended(
        "basicConstraints=critical,CA:FALSE",
        "keyUsage=digitalSignature,keyEncipherment",
        "extendedKeyUsage=serverAuth,clientAuth,1.2.3.4",
        "subjectAltName=DNS:a.example,IP:10.0.0.1,IP:fd00::1,email:x@example.org,URI:http://a/b",
      ),
    ],
  ],
  [
    "of an authority with a path length",
    [
      "-subj",
      "/CN=lead \\+ müller",
      ...extended("basicConstraints=critical,CA:TRUE,pathlen:0", "keyUsage=keyCertSign,cRLSign"),
    ],
  ],
  [
    "of an authority that may not sign",
    ["-subj", "/CN=x", ...extended("basicConstraints=CA:TRUE", "keyUsage=digitalSignature")],
  ],
  [
    "with every usage",
    [
      "-subj",
      "/CN=x",
      ...extended(
        "basicConstraints=CA:FALSE",
        "keyUsage=digitalSignature,nonRepudiation,keyEncipherment,dataEncipherment,keyAgreement,keyCertSign,cRLSign,encipherOnly,decipherOnly",
        "extendedKeyUsage=anyExtendedKeyUsage,codeSigning,emailProtection,timeStamping,OCSPSigning,msSmartcardLogin,msEFS,1.3.6.1.5.2.3.5",
      ),
    ],
  ],
  ["with several values in one part of its name", ["-multivalue-rdn", "-subj", "/OU=a+CN=b/O=x"]],
];

const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

test.skipIf(!hasOpenssl).each(planted)("a certificate %s is as openssl prints it", (_, args) => {
  const folder = temporaryFolder();
  const { ok, stdout, stderr } = openssl([
    "req",
    "-x509",
    ...key,
    "-keyout",
    join(folder, "key"),
    "-utf8",
    ...args,
  ]);
  expect(ok, stderr).toBe(true);
  compare(stdout);
  expect(describeCertificates(Buffer.from(stdout))[0]!.self_signed).toBe(1);
});

test.skipIf(!hasOpenssl)(
  "only the signature shows whether a certificate is signed with its own key",
  () => {
    const folder = temporaryFolder();
    const path = (name: string) => join(folder, name);
    const run = (...args: string[]) => expect(openssl(args).ok, args.join(" ")).toBe(true);
    run("req", "-x509", ...key, "-keyout", path("ca.key"), "-subj", "/CN=same", "-out", path("ca"));
    run(
      "req",
      "-new",
      ...key,
      "-keyout",
      path("leaf.key"),
      "-subj",
      "/CN=same",
      "-out",
      path("request"),
    );
    run(
      "x509",
      "-req",
      "-in",
      path("request"),
      "-CA",
      path("ca"),
      "-CAkey",
      path("ca.key"),
      "-out",
      path("leaf"),
    );
    const of = (name: string) => describeCertificates(readFileSync(path(name)))[0]!;
    expect(openssl(["verify", "-check_ss_sig", "-CAfile", path("ca"), path("ca")]).ok).toBe(true);
    expect(of("ca")).toMatchObject({ self_signed: 1, ca: 1 });
    expect(of("leaf")).toMatchObject({ self_signed: 0, issuer: "/CN=same", subject: "/CN=same" });
    // version 1, without extensions
    writeFileSync(path("empty"), "");
    run(
      "x509",
      "-req",
      "-in",
      path("request"),
      "-key",
      path("leaf.key"),
      "-out",
      path("v1"),
      "-extfile",
      path("empty"),
    );
    expect(of("v1")).toMatchObject({ self_signed: 1, basic_constraints: null });
    compare(readFileSync(path("v1"), "utf8"));
  },
);
