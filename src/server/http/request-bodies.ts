import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyRequest } from "fastify";
import { payloadTooLarge } from "./body-limits.ts";
import { apiError, invalid } from "./errors.ts";
import type { App } from "./request-context.ts";

const inflate = promisify(gunzip);

/** Parses JSON bodies. An empty body is no body, for any method: a DELETE may send only the content type. */
export function addBodies(app: App): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request: FastifyRequest, body, done) => {
      const parse = (bytes: Buffer) => parseJson(request, bytes.toString("utf8"), done);
      if (body.length === 0) done(null, undefined);
      else if (!isGzip(request.headers["content-encoding"])) parse(body);
      else inflateBody(body, request.routeOptions.bodyLimit).then(parse, done);
    },
  );
}

/** Whether a Content-Encoding is gzip, under either name (RFC 9110, 8.4.1.3); unknown codings throw. */
function isGzip(contentEncoding: string | undefined): boolean {
  const coding = contentEncoding?.trim().toLowerCase() ?? "identity";
  if (coding === "gzip" || coding === "x-gzip") return true;
  if (coding === "identity" || coding === "") return false;
  throw apiError("unsupported_media_type", {
    message: "Send the body uncompressed or with `Content-Encoding: gzip`.",
  });
}

/** Decompresses a body and stops at the limit, so that a small body can't fill the memory. */
async function inflateBody(body: Buffer, limitBytes: number): Promise<Buffer> {
  try {
    return await inflate(body, { maxOutputLength: limitBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw payloadTooLarge(limitBytes);
    throw invalid({ path: "", message: "must be valid gzip, as Content-Encoding declares" });
  }
}
