/** Decodes standard base64 with padding; null for any other text, so that the same bytes have only one encoding. */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}
