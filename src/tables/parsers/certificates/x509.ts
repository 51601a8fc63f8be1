import { createHash, X509Certificate } from "node:crypto";
import { type DerElement, dottedOid, elementAt, elementsIn } from "./der.ts";
import { type Extensions, readExtensions } from "./x509-extensions.ts";

export type CertificateDescription = ReturnType<typeof describe>;

/** Descriptions by the certificate as it was encoded. */
export type KnownCertificates = Map<string, CertificateDescription[]>;

/**
 * The certificates in a PEM bundle or a DER file; other blocks are skipped. A trust store has each
 * certificate several times, so those in `known` are not parsed again, and new ones are added.
 */
export function describeCertificates(
  bytes: Buffer,
  known: KnownCertificates = new Map(),
): CertificateDescription[] {
  const text = bytes.toString("latin1");
  const blocks = text.match(
    /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g,
  );
  const encoded = blocks ?? (bytes[0] === 0x30 ? [bytes] : []);
  return encoded.flatMap((one) => {
    const key = one.toString("latin1");
    const described = known.get(key) ?? parseOne(one).map(describe);
    known.set(key, described);
    return described;
  });
}

function parseOne(encoded: string | Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(encoded)];
  } catch {
    return [];
  }
}

function describe(certificate: X509Certificate) {
  const key = publicKeyOf(certificate);
  const extensions = readExtensions(certificate.raw);
  const { algorithm, hash } = signatureOf(certificate.raw);
  const selfSigned = isSelfSigned(certificate, algorithm);
  return {
    common_name: nameField(certificate.subject, "CN"),
    subject: slashes(certificate.subject),
    issuer: slashes(certificate.issuer),
    ca: Number(isAuthority(certificate, extensions, selfSigned)),
    self_signed: selfSigned === null ? null : Number(selfSigned),
    not_valid_before: epochSeconds(certificate.validFrom),
    not_valid_after: epochSeconds(certificate.validTo),
    signing_algorithm: algorithm,
    key_algorithm: key?.type ?? null,
    key_strength: key?.bits ?? null,
    ...extensions,
    sha1: createHash("sha1").update(certificate.raw).digest("hex"),
    serial: certificate.serialNumber,
    sha256: createHash("sha256").update(certificate.raw).digest("hex"),
    signing_hash: hash,
    subject_alternative_names: certificate.subjectAltName ?? null,
  };
}

/** Node separates the parts of a name by line breaks, and fields that belong together by " + ". */
const fieldsOf = (name: string | undefined): string[] =>
  (name ?? "")
    .split("\n")
    .flatMap((part) => part.split(" + "))
    .map(unescapeName);

/** RFC 4514, section 2.4: a special character, or a byte in hex, after a backslash. */
const unescapeName = (text: string): string =>
  text.replace(/\\([0-9A-F]{2}|[\s\S])/g, (_, escaped: string) =>
    escaped.length === 2 ? String.fromCharCode(Number.parseInt(escaped, 16)) : escaped,
  );

function nameField(name: string | undefined, field: string): string | null {
  const found = fieldsOf(name).find((part) => part.startsWith(`${field}=`));
  return found?.slice(field.length + 1) ?? null;
}

const slashes = (name: string | undefined) =>
  fieldsOf(name)
    .map((part) => `/${part}`)
    .join("");

const epochSeconds = (text: string) => {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
};

/**
 * Signed with its own key, whatever the names say; null if Node can't verify such a signature and
 * the names don't exclude it.
 */
function isSelfSigned(certificate: X509Certificate, algorithm: string | null): boolean | null {
  try {
    if (certificate.verify(certificate.publicKey)) return true;
  } catch {
    // A key or an algorithm unknown to OpenSSL.
  }
  const isVerifiable = verifiable.has(algorithm ?? "");
  return isVerifiable || certificate.subject !== certificate.issuer ? false : null;
}

/**
 * As OpenSSL's X509_check_ca: the basic constraints decide; without them version 1 of a certificate
 * that is its own issuer, or the usage of its key.
 */
function isAuthority(
  certificate: X509Certificate,
  { basic_constraints, key_usage }: Extensions,
  selfSigned: boolean | null,
): boolean {
  const mayIssue = key_usage === null || key_usage.includes("Key Cert Sign");
  if (basic_constraints !== null) return mayIssue && basic_constraints.startsWith("CA:TRUE");
  if (key_usage !== null) return mayIssue;
  return versionOf(certificate.raw) === 1 && selfSigned === true;
}

/** Absent in version 1, otherwise one less, in an element of its own (RFC 5280, section 4.1). */
function versionOf(der: Buffer): number {
  const certificate = elementAt(der, 0);
  const signed = certificate && elementAt(der, certificate.content);
  return signed && der[signed.content] === 0xa0 ? (der[signed.content + 4] ?? 0) + 1 : 1;
}

/** osquery's (OpenSSL's) names of key types. */
const keyNames: Record<string, string> = {
  rsa: "rsaEncryption",
  dsa: "dsaEncryption",
  ec: "id-ecPublicKey",
  ed25519: "ED25519",
  ed448: "ED448",
};

function publicKeyOf(certificate: X509Certificate) {
  try {
    const key = certificate.publicKey;
    const details = key.asymmetricKeyDetails ?? {};
    const bits = details.modulusLength ?? details.namedCurve ?? key.asymmetricKeyType;
    const type = key.asymmetricKeyType ?? "unknown";
    return { type: keyNames[type] ?? type, bits: String(bits) };
  } catch {
    return undefined; // A key type unknown to OpenSSL.
  }
}

/** The signature algorithm and its hash, from the DER: Node 20 doesn't expose them. */
export function signatureOf(der: Buffer): { algorithm: string | null; hash: string | null } {
  const certificate = elementAt(der, 0);
  const signed = certificate && elementAt(der, certificate.content);
  const algorithm = signed && elementAt(der, signed.end);
  const [oid, parameters] = algorithm ? elementsIn(der, algorithm) : [];
  const dotted = oid && oidOf(der, oid);
  if (!dotted) return { algorithm: null, hash: null };
  const name = algorithmNames[dotted] ?? dotted;
  const hash = dotted === pss ? pssHash(der, parameters) : /md[25]|sha\d+/i.exec(name)?.[0];
  return { algorithm: name, hash: hash?.toLowerCase() ?? null };
}

const oidOf = (der: Buffer, { tag, content, end }: DerElement): string | undefined =>
  tag === 0x06 ? dottedOid(der.subarray(content, end)) : undefined;

/** The first parameter, tagged 0, names the hash; without it, it is SHA-1 (RFC 4055, section 3.1). */
function pssHash(der: Buffer, parameters: DerElement | undefined): string | undefined {
  const tagged = parameters && elementsIn(der, parameters).find(({ tag }) => tag === 0xa0);
  if (!tagged) return "sha1";
  const identifier = elementAt(der, tagged.content);
  const oid = identifier && elementAt(der, identifier.content);
  return oid && hashNames[oidOf(der, oid) ?? ""];
}

const pss = "1.2.840.113549.1.1.10";

/** RFC 4055, section 2.1, and RFC 8017, appendix B.1. */
const hashNames: Record<string, string> = {
  "1.2.840.113549.2.5": "md5",
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
  "2.16.840.1.101.3.4.2.4": "sha224",
};

/** OpenSSL's long names of the signature algorithms in use (RFC 3279, 4055, 5758, 8410). */
const algorithmNames: Record<string, string> = {
  "1.2.840.113549.1.1.2": "md2WithRSAEncryption",
  "1.2.840.113549.1.1.4": "md5WithRSAEncryption",
  "1.2.840.113549.1.1.5": "sha1WithRSAEncryption",
  [pss]: "rsassaPss",
  "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
  "1.2.840.113549.1.1.12": "sha384WithRSAEncryption",
  "1.2.840.113549.1.1.13": "sha512WithRSAEncryption",
  "1.2.840.113549.1.1.14": "sha224WithRSAEncryption",
  "1.2.840.10040.4.3": "dsaWithSHA1",
  "1.2.840.10045.4.1": "ecdsa-with-SHA1",
  "1.2.840.10045.4.3.1": "ecdsa-with-SHA224",
  "1.2.840.10045.4.3.2": "ecdsa-with-SHA256",
  "1.2.840.10045.4.3.3": "ecdsa-with-SHA384",
  "1.2.840.10045.4.3.4": "ecdsa-with-SHA512",
  "1.3.101.112": "ED25519",
  "1.3.101.113": "ED448",
};

/** Algorithms that Node's OpenSSL verifies: all above but the oldest. */
const verifiable = new Set(
  Object.values(algorithmNames).filter((name) => name !== "md2WithRSAEncryption"),
);
