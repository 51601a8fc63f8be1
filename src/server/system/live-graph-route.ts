import { apiError } from "../http/errors.ts";
import type { App } from "../http/request-context.ts";
import { describedError } from "../http/route-schemas.ts";

export function addLiveGraphRoute(app: App): void {
  app.get(
    "/v1/graph/live",
    {
      config: { access: "any_key" },
      schema: {
        operationId: "getLiveGraph",
        summary: "Reserved",
        description: "Reserved for a live view of the graph. Not available yet.",
        tags: ["Service"],
        response: { 501: describedError("Reserved.") },
      },
    },
    async () => {
      throw apiError("not_implemented");
    },
  );
}
