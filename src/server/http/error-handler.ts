import type { FastifyReply, FastifyRequest } from "fastify";
import { errorBody, toApiError } from "./error-body.ts";
import { notFound } from "./errors.ts";
import type { App } from "./request-context.ts";

/** Sends every error in the format of the contract. */
export function addErrors(app: App): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler(async () => {
    throw notFound();
  });
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toApiError(error, request.routeOptions.bodyLimit);
  // Fastify would close the connection while the client is sending, and the client would never see the response.
  if (failure.code === "payload_too_large") reply.removeHeader("connection");
  if (failure.status === 500)
    request.log.error({ err: failure.cause ?? failure }, "request failed");
  if (failure.status === 401) reply.header("www-authenticate", 'Bearer realm="inquest"');
  if (failure.retryAfterSeconds !== undefined) {
    reply.header("retry-after", failure.retryAfterSeconds);
  }
  return reply
    .code(failure.status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(failure, request.id)));
}
