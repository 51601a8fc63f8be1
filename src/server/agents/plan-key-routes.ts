import { PlanKey } from "../../contract/plan-key.ts";
import type { App } from "../http/request-context.ts";
import { planKeyView } from "./plan-key-view.ts";
import type { AgentServices } from "./services.ts";

export function addPlanKeyRoute(app: App, { planKeys, clock }: AgentServices): void {
  app.get(
    "/v1/plan-key",
    {
      config: { access: "public" },
      schema: {
        operationId: "getPlanKey",
        summary: "Show the plan key",
        description:
          "The public key that verifies the plans sent to agents. After a rotation, previous keys keep " +
          "signing until they expire, for the agents that pin them.",
        tags: ["Agents"],
        response: { 200: { description: "The key.", ...PlanKey } },
      },
    },
    async () => planKeyView(planKeys, clock.now()),
  );
}
