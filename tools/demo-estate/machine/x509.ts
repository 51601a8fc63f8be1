import { createHash } from "node:crypto";

/** A DER value (X.690 §8.1). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const objectId = (...bytes: number[]) => der(0x06, Buffer.from(bytes));
const text = (value: string) => der(0x0c, Buffer.from(value));
const bits = (...parts: Buffer[]) => der(0x03, Buffer.from([0]), ...parts);
const digest = (name: string) => createHash("sha256").update(name).digest();

const ed25519 = sequence(objectId(0x2b, 0x65, 0x70));
const commonName = objectId(0x55, 0x04, 0x03);
const organization = objectId(0x55, 0x04, 0x0a);

const nameOf = (common: string, group?: string) =>
  sequence(
    ...(group ? [der(0x31, sequence(organization, text(group)))] : []),
    der(0x31, sequence(commonName, text(common))),
  );

/** 2020 to 2049 as UTCTime. */
const day = (date: string) => der(0x17, Buffer.from(`${date.replaceAll("-", "").slice(2)}000000Z`));

export interface X509Facts {
  name: string;
  /** What Kubernetes takes for the user's group. */
  group?: string;
  issuer: string;
  /** The last day, "2036-01-01". */
  until: string;
}

/** A certificate in PEM, without a valid signature. */
export function x509Certificate({ name, group, issuer, until }: X509Facts): string {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ed25519,
    nameOf(issuer),
    sequence(day("2023-01-01"), day(until)),
    nameOf(name, group),
    sequence(ed25519, bits(digest(`x509 ${name}`))),
  );
  const whole = sequence(body, ed25519, bits(digest("r"), digest("s")));
  const lines = whole.toString("base64").match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
