/** The part of ASN.1 DER (ITU-T X.690) that a self-signed certificate needs. */

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

/** One byte up to 127; longer lengths are preceded by their number of bytes. */
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from([length >> 8, length & 0xff].slice(length < 0x100 ? 1 : 0));
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export const sequence = (...parts: Uint8Array[]) => tagged(0x30, ...parts);
export const set = (...parts: Uint8Array[]) => tagged(0x31, ...parts);
export const octetString = (content: Uint8Array) => tagged(0x04, content);
export const bitString = (content: Uint8Array) => tagged(0x03, Buffer.from([0]), content);
export const utf8String = (text: string) => tagged(0x0c, Buffer.from(text));
export const context = (number: number, content: Uint8Array) => tagged(0xa0 | number, content);
/** A primitive context-specific value, such as an IP address in the subject alternative names. */
export const contextValue = (number: number, content: Uint8Array) => tagged(0x80 | number, content);

/** A positive integer: the first bit of `bytes` must be clear. */
export const integer = (bytes: Uint8Array) => tagged(0x02, bytes);

/** An object identifier, from its content in hex. */
export const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, "hex"));

/** A time before 2050, in whole seconds (RFC 5280 §4.1.2.5). */
export function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, "").slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}
