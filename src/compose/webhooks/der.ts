/** ASN.1 values in DER (ITU-T X.690), as much of it as a certificate of our own needs. */

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

/** Up to 127 in one byte, else in as many as it takes, their number before them. */
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
/** A context-specific value that is no structure, such as an address among names. */
export const contextValue = (number: number, content: Uint8Array) => tagged(0x80 | number, content);

/** Of bytes whose first bit is clear, as a positive number has it. */
export const integer = (bytes: Uint8Array) => tagged(0x02, bytes);

/** Of its content, as the registries of identifiers print it in hex. */
export const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, "hex"));

/** A time before 2050, in whole seconds (RFC 5280 §4.1.2.5). */
export function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, "").slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}
