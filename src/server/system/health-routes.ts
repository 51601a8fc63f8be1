import { Type } from "typebox";
import type { Store } from "../../store/port/store.ts";
import type { App } from "../http/request-context.ts";

const Health = Type.Object({ status: Type.Literal("ok") }, { additionalProperties: false });
const tags = ["Service"];

export function addHealthRoutes(app: App, { store }: { store: Store }): void {
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
    async () => ({ status: "ok" as const }),
  );

  app.get(
    "/readyz",
    {
      config: { access: "public" },
      schema: {
        operationId: "getReadiness",
        summary: "Check readiness",
        description: "Returns 200 while the store can write, otherwise 500.",
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
