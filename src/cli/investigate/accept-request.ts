import type { Acceptance, CreateAcceptance } from "../../contract/acceptances/acceptance.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { hostsText } from "../../ui/plain/acceptance-text.ts";
import { type AgentFinder, findAgent } from "../agents/find-agent.ts";
import { parseTags, parseTimeAhead } from "../flags/parse-values.ts";
import type { AcceptFlags } from "./accept-flags.ts";

/** The request to accept a finding. */
export async function acceptRequest(
  client: AgentFinder,
  finding: string,
  flags: AcceptFlags,
  nowMs: number,
): Promise<CreateAcceptance> {
  const { because, until, host, tag, everywhere } = flags;
  return {
    finding_id: finding,
    because,
    ...(until !== undefined && { until: parseTimeAhead(until, nowMs) }),
    ...(host !== undefined && { agent_id: (await findAgent(client, host)).agent_id }),
    ...(tag && { tags: parseTags(tag) }),
    ...(everywhere && { everywhere }),
    ...(flags["any-evidence"] && { any_evidence: true }),
  };
}

/** The confirmation before an acceptance is removed. */
export function removalQuestion(acceptance: Acceptance): string {
  const { title, id } = acceptance;
  return escapeControl(`Remove the acceptance of "${title}" on ${hostsText(acceptance)} (${id})?`);
}
