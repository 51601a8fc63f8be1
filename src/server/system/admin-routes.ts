import { Type } from "typebox";
import { CreateKeyRequest } from "../../contract/keys.ts";
import { maxOverlapMs } from "../../contract/rotation.ts";
import { notFound } from "../http/errors.ts";
import { certificateFormat } from "../http/formats.ts";
import { type App, callerOf } from "../http/request-context.ts";
import { pathId } from "../http/route-schemas.ts";
import type { LocalAdmin } from "./local-admin.ts";

const strict = { additionalProperties: false };
const Name = Type.String({ minLength: 1, maxLength: 255 });
const Rotation = Type.Object(
  { overlap_ms: Type.Integer({ minimum: 0, maximum: maxOverlapMs }) },
  strict,
);
const Listener = Type.Object(
  {
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    certificate: Type.String({ format: certificateFormat, maxLength: 65_536 }),
  },
  strict,
);
const OfAccount = Type.Object({ account: Type.Optional(Name) }, strict);

/**
 * Administration by commands on the server's own machine, while the server holds the data folder.
 * Only the key derived from the folder's `secret.key` may call them; any other key gets a 404.
 */
export function addAdminRoutes(app: App, local: LocalAdmin): void {
  app.register(async (admin: App) => {
    admin.addHook("onRequest", async (request) => {
      if (!local.isLocalKey(callerOf(request).keyId)) throw notFound();
    });
    const route = { config: { access: "any_key" as const } };
    const hidden = { hide: true };

    admin.get("/v1/admin/accounts", { ...route, schema: hidden }, async () => ({
      accounts: await local.listAccounts(),
    }));
    admin.post(
      "/v1/admin/accounts",
      { ...route, schema: { ...hidden, body: Type.Object({ name: Name }, strict) } },
      async (request, reply) => reply.code(201).send(await local.createAccount(request.body.name)),
    );
    admin.get(
      "/v1/admin/keys",
      { ...route, schema: { ...hidden, querystring: OfAccount } },
      async (request) => ({
        keys: await local.listKeys(request.query.account),
      }),
    );
    admin.post(
      "/v1/admin/keys",
      {
        ...route,
        schema: {
          ...hidden,
          body: Type.Object({ ...CreateKeyRequest.properties, ...OfAccount.properties }, strict),
        },
      },
      async (request, reply) => reply.code(201).send(await local.createKey(request.body)),
    );
    admin.delete(
      "/v1/admin/keys/:id",
      { ...route, schema: { ...hidden, params: Type.Object({ id: pathId("The key's id.") }) } },
      async (request, reply) => {
        await local.revokeKey(request.params.id);
        return reply.code(204).send();
      },
    );
    admin.get("/v1/admin/plan-key", { ...route, schema: hidden }, async () => local.showPlanKey());
    admin.post(
      "/v1/admin/plan-key/rotate",
      { ...route, schema: { ...hidden, body: Rotation } },
      async (request) => local.rotatePlanKey(request.body.overlap_ms),
    );
    admin.post("/v1/admin/local-key/rotate", { ...route, schema: hidden }, async () =>
      local.rotateLocalKey(),
    );
    admin.post(
      "/v1/admin/backup",
      {
        ...route,
        schema: {
          ...hidden,
          body: Type.Object({ file: Type.String({ minLength: 1, maxLength: 4_096 }) }, strict),
        },
      },
      async (request) => local.backup(request.body.file),
    );
    const { admitListener } = local;
    if (!admitListener) return;
    admin.post(
      "/v1/admin/webhook-listeners",
      { ...route, schema: { ...hidden, body: Listener } },
      async (request, reply) => {
        admitListener(request.body);
        return reply.code(204).send();
      },
    );
  });
}
