import type { FastifyReply, FastifyRequest } from "fastify";
import { callerOf, pathParameter } from "../http/request-context.ts";
import { createUploadGate } from "../uploads/upload-gate.ts";

/** Bodies that the agents of one API key may have in flight: a hundred usual snapshots. */
const bytesPerKey = 64 << 20;

/** A hook that makes an upload wait, before its body is read, until its agent and key have room for it. */
export function createUploadAdmission() {
  const gate = createUploadGate({ bytesPerKey });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { accountId, keyId } = callerOf(request);
    const closed = new AbortController();
    reply.raw.once("close", () => closed.abort());
    const { bodyLimit } = request.routeOptions;
    const declared = Number(request.headers["content-length"] ?? bodyLimit);
    const end = await gate.enter({
      agent: `${accountId}/${pathParameter(request, "id")}`,
      key: keyId,
      bytes: Math.min(declared, bodyLimit),
      signal: closed.signal,
    });
    if (closed.signal.aborted) end();
    else closed.signal.addEventListener("abort", end, { once: true });
  };
}
