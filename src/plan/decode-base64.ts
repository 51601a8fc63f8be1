/** The bytes of standard base64 with padding, or null: one text only for any bytes, so that no flipped bit passes. */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}
