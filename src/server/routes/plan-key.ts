import { PlanKey } from "../../contract/plan-key.ts";
import type { App } from "../request-context.ts";
import type { Services } from "../services.ts";

export function addPlanKeyRoute(app: App, { planPublicKey }: Services): void {
  const answer = {
    algorithm: "ed25519" as const,
    public_key: Buffer.from(planPublicKey).toString("base64"),
  };
  app.get(
    "/v1/plan-key",
    {
      config: { access: "public" },
      schema: {
        operationId: "getPlanKey",
        summary: "Show the plan key",
        description: "The public key that verifies the plans sent to agents.",
        tags: ["Agents"],
        response: { 200: { description: "The key.", ...PlanKey } },
      },
    },
    async () => answer,
  );
}
