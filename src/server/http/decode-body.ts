import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { payloadTooLarge } from "./body-limits.ts";
import { apiError, invalid } from "./errors.ts";

const inflate = promisify(gunzip);

/** Whether a Content-Encoding names gzip, by either of its names (RFC 9110, 8.4.1.3); one that is unknown is an error. */
export function isGzip(contentEncoding: string | undefined): boolean {
  const coding = contentEncoding?.trim().toLowerCase() ?? "identity";
  if (coding === "gzip" || coding === "x-gzip") return true;
  if (coding === "identity" || coding === "") return false;
  throw apiError("unsupported_media_type", {
    message: "Send the body as it is or with `Content-Encoding: gzip`.",
  });
}

/** What was compressed. Inflating stops at the limit, however much more there would be. */
export async function inflateBody(body: Buffer, limitBytes: number): Promise<Buffer> {
  try {
    return await inflate(body, { maxOutputLength: limitBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw payloadTooLarge(limitBytes);
    throw invalid({ path: "", message: "must be gzip, as Content-Encoding says" });
  }
}
