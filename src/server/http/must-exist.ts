import type { FastifyRequest } from "fastify";
import { notFound } from "./errors.ts";

/** A route hook that answers 404 before the body is even read: what isn't there comes before what is wrong. */
export function mustExist(find: (request: FastifyRequest) => Promise<unknown>) {
  return async (request: FastifyRequest): Promise<void> => {
    if ((await find(request)) === undefined) throw notFound();
  };
}
