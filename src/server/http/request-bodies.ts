import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyRequest } from "fastify";
import { isJsonWithin } from "../../plan/json-size.ts";
import type { ParsedBody } from "../uploads/parse-body.ts";
import { maxInlineBytes, type UploadReader } from "../uploads/read-uploads.ts";
import { maxBodyBytes, payloadTooLarge } from "./body-limits.ts";
import { apiError, invalid } from "./errors.ts";
import type { App } from "./request-context.ts";

const inflate = promisify(gunzip);

/** More than any body may hold; a larger one is refused before the parser makes values of it. */
const maxBody = { values: 20_000, objects: 2_000 };
const tooManyValues = "must have at most 20,000 values, 2,000 of them objects";

/**
 * Parses JSON bodies; those of signed uploads, if they are large, in another thread. An empty body is no body, for any method: a DELETE may send only
 * the content type.
 */
export function addBodies(app: App, { uploads }: { uploads: UploadReader }): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  const parseHere = (request: FastifyRequest, bytes: Buffer) =>
    new Promise<unknown>((resolve, reject) => {
      const done = (error: Error | null, value?: unknown) =>
        error ? reject(error) : resolve(value);
      parseJson(request, bytes.toString("utf8"), done);
    });
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const isCompressed = isGzip(request.headers["content-encoding"]);
      const { bodyLimit: limitBytes } = request.routeOptions;
      if (body.length === 0) return undefined;
      if (limitBytes <= maxBodyBytes) {
        const inflated = isCompressed ? await inflateBody(body, limitBytes) : body;
        if (!isJsonWithin(inflated, maxBody)) throw invalid({ path: "", message: tooManyValues });
        return parseHere(request, inflated);
      }
      const small = await inflateSmall(body, isCompressed);
      if (small) return parseHere(request, small);
      return bodyValue(await uploads.parseBody(body, { isCompressed, limitBytes }), limitBytes);
    },
  );
}

/** The body, decompressed, if it is small enough to be parsed in this thread; null if it is not. */
async function inflateSmall(body: Buffer, isCompressed: boolean): Promise<Buffer | null> {
  if (body.length > maxInlineBytes) return null;
  if (!isCompressed) return body;
  // Invalid gzip is reported by the thread that gets it next.
  return inflate(body, { maxOutputLength: maxInlineBytes }).catch(() => null);
}

/** The value of a body that another thread parsed; throws the API error of one that is invalid. */
function bodyValue(parsed: ParsedBody, limitBytes: number): unknown {
  if (parsed.ok) return parsed.value;
  if (parsed.reason === "too_large") throw payloadTooLarge(limitBytes);
  throw invalid({ path: "", message: bodyMessages[parsed.reason] });
}

const notGzip = "must be valid gzip, as Content-Encoding declares";
const bodyMessages = {
  not_gzip: notGzip,
  not_json: "must be valid JSON",
  too_many_values: "must have only payload and signature",
} as const;

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
    throw invalid({ path: "", message: notGzip });
  }
}
