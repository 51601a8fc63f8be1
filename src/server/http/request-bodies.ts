import type { FastifyRequest } from "fastify";
import { inflateBody, isGzip } from "./decode-body.ts";
import type { App } from "./request-context.ts";

/** Bodies are JSON or nothing, whatever the method: a DELETE may name the type and send none. */
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
