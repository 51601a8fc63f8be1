import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ApiScope } from "../../contract/scopes.ts";

/** The account and API key that a request is made with. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** SHA-256 of the key; the MACs of plans are made with it in place of the key. */
  apiKeyHash: Uint8Array;
}

/**
 * Access that a route requires: a key with a scope, any valid key, a loopback address or a key, a
 * key only from a loopback address with a foreign Host, or nothing.
 */
export type Access = ApiScope | "any_key" | "loopback_or_key" | "own_host_or_key" | "public";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** A Fastify instance whose handlers know their types from the route's TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The caller of a request; every route that isn't public has one by the time its handler runs. */
export function callerOf({ caller }: Pick<FastifyRequest, "caller">): Caller {
  if (!caller) throw new Error("the route has no authenticated caller; set its `access`");
  return caller;
}

/** A path parameter, before the route's schema has validated it. */
export function pathParameter(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? "";
}
