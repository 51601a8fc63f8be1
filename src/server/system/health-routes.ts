import { Type } from "typebox";
import { challengeHeader, formatEndpoint, proofHeader } from "../../contract/server-identity.ts";
import type { Store } from "../../store/port/store.ts";
import type { App } from "../http/request-context.ts";
import type { LocalAdmin } from "./local-admin.ts";

const Health = Type.Object(
  {
    status: Type.Literal("ok"),
    problem: Type.Optional(
      Type.String({ description: "Why requests fail now, such as an unreachable database." }),
    ),
  },
  { additionalProperties: false },
);
const tags = ["Service"];

const challengePattern = /^[0-9a-f]{64}$/;

export interface HealthServices {
  store: Store;
  /** Why the store can't be used now; null while it can. */
  storeProblem?(): string | null;
  localAdmin?: Pick<LocalAdmin, "prove">;
}

export function addHealthRoutes(
  app: App,
  { store, storeProblem, localAdmin }: HealthServices,
): void {
  app.get(
    "/healthz",
    {
      config: { access: "public" },
      schema: {
        operationId: "getHealth",
        summary: "Check liveness",
        description: "Returns 200 while the process answers requests.",
        tags,
        response: { 200: { description: "Alive.", ...Health } },
      },
    },
    async (request, reply) => {
      const challenge = request.headers[challengeHeader];
      if (localAdmin && typeof challenge === "string" && challengePattern.test(challenge)) {
        const { localAddress = "", localPort = 0 } = request.socket;
        const endpoint = formatEndpoint(localAddress, localPort);
        reply.header(proofHeader, localAdmin.prove({ challenge, endpoint }));
      }
      const why = storeProblem?.() ?? null;
      const problem = why === null ? {} : { problem: `The database can't be used: ${why}.` };
      return { status: "ok" as const, ...problem };
    },
  );

  app.get(
    "/readyz",
    {
      config: { access: "public" },
      schema: {
        operationId: "getReadiness",
        summary: "Check readiness",
        description:
          "Returns 200 while the store can write, otherwise 500, or 503 if its database can't be used.",
        tags,
        response: { 200: { description: "Ready.", ...Health } },
      },
    },
    async () => {
      await store.check();
      return { status: "ok" as const };
    },
  );
}
