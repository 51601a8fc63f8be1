import type { App } from "../request-context.ts";

/** Bodies are JSON or nothing, whatever the method: a DELETE may name the type and send none. */
export function addBodies(app: App): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parseJson(request, body as string, done);
  });
}
