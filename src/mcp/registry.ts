import type { Tool } from "./definition/tool.ts";
import { acceptFinding, listAcceptances } from "./tools/acceptances.ts";
import { ask } from "./tools/ask.ts";
import { cancelInvestigation } from "./tools/cancel-investigation.ts";
import { createCuriosity } from "./tools/create-curiosity.ts";
import { giveVerdict } from "./tools/give-verdict.ts";
import { listAgents } from "./tools/list-agents.ts";
import { listCuriosity } from "./tools/list-curiosity.ts";
import { listDeliveries } from "./tools/list-deliveries.ts";
import { listFindings } from "./tools/list-findings.ts";
import { listInvestigations } from "./tools/list-investigations.ts";
import { listRows } from "./tools/list-rows.ts";
import { readQuestion } from "./tools/read-question.ts";
import { replayDelivery } from "./tools/replay-delivery.ts";
import { showDelivery } from "./tools/show-delivery.ts";
import { showInvestigation } from "./tools/show-investigation.ts";
import { pauseCuriosity, resumeCuriosity } from "./tools/switch-curiosity.ts";

/** Every tool there is, in the order a client lists them. */
export const tools: Tool[] = [
  ask,
  readQuestion,
  showInvestigation,
  listRows,
  listInvestigations,
  listFindings,
  listAcceptances,
  listAgents,
  listDeliveries,
  showDelivery,
  listCuriosity,
  cancelInvestigation,
  giveVerdict,
  acceptFinding,
  replayDelivery,
  createCuriosity,
  pauseCuriosity,
  resumeCuriosity,
];
