import { Type } from "typebox";
import { CreateKeyRequest, KeyList, NewKey } from "../../contract/keys.ts";
import { notFound } from "../http/errors.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { noContent } from "../http/route-schemas.ts";
import { createKey, findKey, listKeys, revokeKey } from "./keys.ts";
import type { AccessServices } from "./services.ts";

const tags = ["Keys"];

export function addKeyRoutes(app: App, services: AccessServices): void {
  const { store } = services;

  app.get(
    "/v1/keys",
    {
      config: { access: "keys:read" },
      schema: {
        operationId: "listKeys",
        summary: "List API keys",
        description: "The keys that work, oldest first; never their secrets.",
        tags,
        response: { 200: { description: "The keys.", ...KeyList } },
      },
    },
    async (request) => ({ keys: await listKeys(store, callerOf(request).accountId) }),
  );

  app.post(
    "/v1/keys",
    {
      config: { access: "keys:write" },
      schema: {
        operationId: "createKey",
        summary: "Make an API key",
        description:
          "The key itself is in this answer and never again. " +
          "`keys:write` is the power to grant every scope.",
        tags,
        body: CreateKeyRequest,
        response: { 201: { description: "The new key.", ...NewKey } },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const key = await createKey(services, { account_id: accountId, ...request.body });
      return reply.code(201).send(key);
    },
  );

  app.delete(
    "/v1/keys/:id",
    {
      config: { access: "keys:write" },
      onRequest: mustExist((request) =>
        findKey(store, {
          accountId: callerOf(request).accountId,
          keyId: pathParameter(request, "id"),
        }),
      ),
      schema: {
        operationId: "revokeKey",
        summary: "Revoke an API key",
        description: "From the next request on the key answers 401.",
        tags,
        params: Type.Object({
          id: Type.String({ description: "The 12 characters inside the key." }),
        }),
        response: { 204: noContent("Revoked.") },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      if (!(await revokeKey(services, { accountId, keyId: request.params.id }))) throw notFound();
      return reply.code(204).send(null);
    },
  );
}
