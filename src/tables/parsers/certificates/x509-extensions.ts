import { type DerElement, dottedOid, elementAt, elementsIn } from "./der.ts";

/** Extensions of a certificate (RFC 5280, section 4.2.1); null for those that it lacks. */
export interface Extensions {
  /** "CA:TRUE, pathlen:0", as openssl writes it. */
  basic_constraints: string | null;
  /** Names as osquery's. */
  key_usage: string | null;
  /** Names as openssl's; object identifiers where it has none. */
  extended_key_usage: string | null;
  /** In hex. */
  subject_key_id: string | null;
  authority_key_id: string | null;
}

const extensionsTag = 0xa3;
const booleanTag = 0x01;
const integerTag = 0x02;
const octetsTag = 0x04;
const keyIdTag = 0x80;

export function readExtensions(certificate: Buffer): Extensions {
  const values = extensionValues(certificate);
  const read = <T>(oid: string, describe: (value: Buffer) => T): T | null => {
    const value = values.get(oid);
    return value === undefined ? null : describe(value);
  };
  return {
    basic_constraints: read("2.5.29.19", basicConstraints),
    key_usage: read("2.5.29.15", keyUsage),
    extended_key_usage: read("2.5.29.37", extendedKeyUsage),
    subject_key_id: read("2.5.29.14", (value) => hex(value, elementAt(value, 0))),
    authority_key_id: read("2.5.29.35", authorityKeyId),
  };
}

/** By object identifier: what the octet strings contain. */
function extensionValues(der: Buffer): Map<string, Buffer> {
  const inside = (element: DerElement | undefined) => (element ? elementsIn(der, element) : []);
  const [signed] = inside(elementAt(der, 0));
  const [list] = inside(inside(signed).find(({ tag }) => tag === extensionsTag));
  const values = new Map<string, Buffer>();
  for (const extension of inside(list)) {
    const [oid, ...rest] = inside(extension);
    const value = rest.find(({ tag }) => tag === octetsTag);
    if (oid && value) values.set(oidOf(der, oid), der.subarray(value.content, value.end));
  }
  return values;
}

const oidOf = (der: Buffer, { content, end }: DerElement) => dottedOid(der.subarray(content, end));

const hex = (der: Buffer, element: DerElement | undefined) =>
  element ? der.toString("hex", element.content, element.end) : null;

const parts = (der: Buffer) => {
  const outer = elementAt(der, 0);
  return outer ? elementsIn(der, outer) : [];
};

function basicConstraints(der: Buffer): string {
  const isAuthority = parts(der).some(
    ({ tag, content }) => tag === booleanTag && der[content] !== 0,
  );
  const length = parts(der).find(({ tag }) => tag === integerTag);
  const text = `CA:${isAuthority ? "TRUE" : "FALSE"}`;
  return length ? `${text}, pathlen:${Number.parseInt(hex(der, length) || "0", 16)}` : text;
}

/** By bit, the first one highest. */
const keyUsages = [
  "Digital Signature",
  "Non Repudiation",
  "Key Encipherment",
  "Data Encipherment",
  "Key Agreement",
  "Key Cert Sign",
  "CRL Sign",
  "Encipher Only",
  "Decipher Only",
];

/** A bit string: the number of unused bits, then the bits. */
function keyUsage(der: Buffer): string {
  const bits = elementAt(der, 0);
  const bytes = bits ? der.subarray(bits.content + 1, bits.end) : Buffer.alloc(0);
  return keyUsages.filter((_, bit) => ((bytes[bit >> 3] ?? 0) << (bit & 7)) & 0x80).join(", ");
}

const purposes: Record<string, string> = {
  "1.3.6.1.4.1.311.10.3.4": "Microsoft Encrypted File System",
  "1.3.6.1.4.1.311.20.2.2": "Microsoft Smartcard Login",
  "1.3.6.1.5.2.3.5": "Signing KDC Response",
  "1.3.6.1.5.5.7.3.1": "TLS Web Server Authentication",
  "1.3.6.1.5.5.7.3.2": "TLS Web Client Authentication",
  "1.3.6.1.5.5.7.3.3": "Code Signing",
  "1.3.6.1.5.5.7.3.4": "E-mail Protection",
  "1.3.6.1.5.5.7.3.8": "Time Stamping",
  "1.3.6.1.5.5.7.3.9": "OCSP Signing",
  "2.5.29.37.0": "Any Extended Key Usage",
};

const extendedKeyUsage = (der: Buffer): string =>
  parts(der)
    .map((oid) => oidOf(der, oid))
    .map((oid) => purposes[oid] ?? oid)
    .join(", ");

/** An issuer and serial number may stand instead of the key's identifier. */
const authorityKeyId = (der: Buffer): string | null =>
  hex(
    der,
    parts(der).find(({ tag }) => tag === keyIdTag),
  );
