import { maxResponseBytes } from "../../contract/webhook.ts";

/** Keeps the beginning of a response's body. */
export interface ResponseText {
  /** False when the limit is reached: the rest need not be read. */
  add(chunk: Uint8Array): boolean;
  /** What came so far. Bytes that are no UTF-8 are U+FFFD; a character that was cut is left out. */
  text(): string;
}

export function createResponseText(): ResponseText {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add(chunk) {
      chunks.push(chunk.subarray(0, maxResponseBytes - size));
      size += chunk.length;
      return size < maxResponseBytes;
    },
    text() {
      if (size === 0) return "";
      const text = decode(Buffer.concat(chunks), size >= maxResponseBytes);
      const encoded = Buffer.from(text);
      // U+FFFD takes three bytes in the place of one.
      if (encoded.length <= maxResponseBytes) return text;
      return decode(encoded.subarray(0, maxResponseBytes), true);
    },
  };
}

/** In a stream, the decoder waits for the rest of a cut character instead of replacing it. */
function decode(bytes: Uint8Array, isCut: boolean): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: isCut });
}
