import type { FastifyRequest } from "fastify";
import { invalid } from "./errors.ts";

/** A route hook for requests without a body; accepts an empty object, for clients that must send a body. */
export async function requireEmptyBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined) return;
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalid({ path: "", message: "must be empty" });
  }
  const unknown = Object.keys(body).slice(0, 100);
  if (unknown.length === 0) return;
  throw invalid(...unknown.map((path) => ({ path, message: "is not a known field" })));
}
