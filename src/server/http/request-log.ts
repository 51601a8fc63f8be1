import type { App } from "./request-context.ts";

/** Access log, at level debug: one line per response, without headers, bodies or query strings. */
export function addRequestLog(app: App): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        account_id: request.caller?.accountId,
        key_id: request.caller?.keyId,
      },
      "request",
    );
    done();
  });
}
