import { createHash, X509Certificate } from "node:crypto";

/** The certificates in a PEM bundle or a DER file; other blocks are skipped. */
export function parseCertificates(bytes: Buffer): X509Certificate[] {
  const text = bytes.toString("latin1");
  const blocks = text.match(
    /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g,
  );
  if (blocks) return blocks.flatMap(parseOne);
  return bytes[0] === 0x30 ? parseOne(bytes) : [];
}

function parseOne(encoded: string | Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(encoded)];
  } catch {
    return [];
  }
}

export function describeCertificate(certificate: X509Certificate) {
  const key = publicKeyOf(certificate);
  return {
    common_name: nameField(certificate.subject, "CN"),
    subject: slashes(certificate.subject),
    issuer: slashes(certificate.issuer),
    ca: certificate.ca ? 1 : 0,
    self_signed: isSelfSigned(certificate) ? 1 : 0,
    not_valid_before: epochSeconds(certificate.validFrom),
    not_valid_after: epochSeconds(certificate.validTo),
    signing_algorithm: signingAlgorithm(certificate.raw),
    key_algorithm: key?.type ?? null,
    key_strength: key?.bits ?? null,
    key_usage: certificate.keyUsage?.join(", ") ?? null,
    sha1: createHash("sha1").update(certificate.raw).digest("hex"),
    serial: certificate.serialNumber,
    sha256: createHash("sha256").update(certificate.raw).digest("hex"),
    subject_alternative_names: certificate.subjectAltName ?? null,
  };
}

/** Node separates the parts of a name by newlines. */
function nameField(name: string | undefined, field: string): string | null {
  const line = name?.split("\n").find((part) => part.startsWith(`${field}=`));
  return line?.slice(field.length + 1) ?? null;
}

const slashes = (name: string | undefined) =>
  (name ?? "")
    .split("\n")
    .map((part) => `/${part}`)
    .join("");

const epochSeconds = (text: string) => {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
};

/** Signed with its own key; matching names alone prove nothing. */
function isSelfSigned(certificate: X509Certificate): boolean {
  try {
    return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
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

/** The signature algorithm, from the DER: Node 20 doesn't expose it. */
export function signingAlgorithm(der: Buffer): string | null {
  const certificate = element(der, 0);
  const signed = certificate && element(der, certificate.content);
  const algorithm = signed && element(der, signed.end);
  const oid = algorithm && element(der, algorithm.content);
  if (!oid || der[algorithm.content] !== 0x06) return null;
  const dotted = dottedOid(der.subarray(oid.content, oid.end));
  return algorithmNames[dotted] ?? dotted;
}

/** OpenSSL's long names of the signature algorithms in use (RFC 3279, 4055, 5758, 8410). */
const algorithmNames: Record<string, string> = {
  "1.2.840.113549.1.1.2": "md2WithRSAEncryption",
  "1.2.840.113549.1.1.4": "md5WithRSAEncryption",
  "1.2.840.113549.1.1.5": "sha1WithRSAEncryption",
  "1.2.840.113549.1.1.10": "rsassaPss",
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

/** The bounds of a DER element's content. */
function element(der: Buffer, at: number): { content: number; end: number } | undefined {
  const first = der[at + 1];
  if (first === undefined) return undefined;
  if (first < 0x80) return { content: at + 2, end: at + 2 + first };
  const size = first & 0x7f;
  if (size < 1 || size > 4 || at + 2 + size > der.length) return undefined;
  const content = at + 2 + size;
  return { content, end: content + der.readUIntBE(at + 2, size) };
}

/**
 * Base-128 digits, with the high bit set on all but the last; the first number holds two arcs
 * (X.690, 8.19).
 */
function dottedOid(bytes: Buffer): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [head = 0, ...rest] = numbers;
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...rest].join(".");
}
