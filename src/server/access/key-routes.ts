import { Type } from "typebox";
import { CreateKeyRequest, KeyList, NewKey } from "../../contract/keys.ts";
import { notFound } from "../http/errors.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { noContent, pathId } from "../http/route-schemas.ts";
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
        description:
          "Keys that are not revoked, oldest first, without their secrets. The key that commands on the " +
          "server's own machine use is not among them and can't be revoked.",
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
        summary: "Create an API key",
        description:
          "The key itself is returned only in this response. " +
          "A key with `keys:write` can grant every scope. An expired key is answered with 401.",
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
        description: "Requests with the key are answered with 401 from now on.",
        tags,
        params: Type.Object({
          id: pathId("The key's id: the 12 characters after `iq_`."),
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
