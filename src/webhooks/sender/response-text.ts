import { maxResponseBytes } from "../../contract/webhook.ts";

/** Collects the beginning of a response body. */
export interface ResponseText {
  /** False when the limit is reached and the rest need not be read. */
  add(chunk: Uint8Array): boolean;
  /** The text so far. Invalid UTF-8 becomes U+FFFD; a truncated last character is left out. */
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
      // U+FFFD takes three bytes where the invalid byte took one.
      if (encoded.length <= maxResponseBytes) return text;
      return decode(encoded.subarray(0, maxResponseBytes), true);
    },
  };
}

/** With `stream`, the decoder leaves out a truncated character instead of replacing it. */
function decode(bytes: Uint8Array, isTruncated: boolean): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: isTruncated });
}
