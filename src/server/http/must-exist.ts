import type { FastifyRequest } from "fastify";
import { notFound } from "./errors.ts";

/** A route hook that answers 404 before the body is read, so that a 404 precedes validation errors. */
export function mustExist(find: (request: FastifyRequest) => Promise<unknown>) {
  return async (request: FastifyRequest): Promise<void> => {
    if ((await find(request)) === undefined) throw notFound();
  };
}
