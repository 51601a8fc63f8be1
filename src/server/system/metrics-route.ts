import type { Registry } from "prom-client";
import type { App } from "../http/request-context.ts";
import { textResponse } from "../http/route-schemas.ts";

export function addMetricsRoute(app: App, registry: Registry): void {
  app.get(
    "/metrics",
    {
      config: { access: "loopback_or_key" },
      schema: {
        operationId: "getMetrics",
        summary: "Metrics",
        description:
          "Metrics in the Prometheus text format. Needs no key from the server's own machine.",
        tags: ["Service"],
        response: { 200: textResponse("The metrics.", "text/plain") },
      },
    },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}
