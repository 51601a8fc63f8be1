import { generateKeyPairSync, sign } from "node:crypto";
import {
  bitString,
  context,
  contextValue,
  integer,
  objectId,
  octetString,
  sequence,
  set,
  utcTime,
  utf8String,
} from "./der.ts";

/** Object identifiers of RFC 5280 and RFC 5758. */
const ecdsaWithSha256 = sequence(objectId("2a8648ce3d040302"));
const commonName = objectId("550403");
const subjectAltName = objectId("551d11");

const version3 = context(0, integer(Buffer.from([2])));
const iPAddress = 7;
const dayMs = 86_400_000;

export interface OwnCertificate {
  /** PEM, like the key. */
  certificate: string;
  key: string;
}

/**
 * A self-signed certificate for 127.0.0.1 and its key, for a server on this machine whose clients
 * pin the certificate. node:crypto can sign but not create certificates, and the libraries that
 * can have dozens of dependencies.
 */
export function loopbackCertificate(
  nowMs: number,
  random: (size: number) => Uint8Array,
): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(set(sequence(commonName, utf8String("inquest webhooks listen"))));
  const content = sequence(
    version3,
    integer(serialNumber(random)),
    ecdsaWithSha256,
    name,
    // Stays valid if the clock is set back a little.
    sequence(utcTime(nowMs - dayMs), utcTime(nowMs + 365 * dayMs)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    context(3, sequence(sequence(subjectAltName, octetString(loopbackNames())))),
  );
  const signature = bitString(sign("sha256", content, privateKey));
  return {
    certificate: pem("CERTIFICATE", sequence(content, ecdsaWithSha256, signature)),
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

function loopbackNames(): Buffer {
  return sequence(contextValue(iPAddress, Buffer.from([127, 0, 0, 1])));
}

/** Positive and in the shortest form: the first bit is clear, the second is set. */
function serialNumber(random: (size: number) => Uint8Array): Buffer {
  const bytes = Buffer.from(random(16));
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes;
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
