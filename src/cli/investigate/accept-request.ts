import type { Client } from "../../client/types.ts";
import type { Acceptance, CreateAcceptance } from "../../contract/acceptances/acceptance.ts";
import type { Agent } from "../../contract/agent.ts";
import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { hostsText } from "../../ui/plain/acceptance-text.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseTags, parseTimeAhead } from "../flags/parse-values.ts";
import type { AcceptFlags } from "./accept-flags.ts";

/** The request to accept a finding. */
export async function acceptRequest(
  client: Pick<Client, "agents">,
  finding: string,
  flags: AcceptFlags,
  nowMs: number,
): Promise<CreateAcceptance> {
  const { because, until, host, tag, everywhere } = flags;
  return {
    finding_id: finding,
    because,
    ...(until !== undefined && { until: parseTimeAhead(until, nowMs) }),
    ...(host !== undefined && { agent_id: await agentCalled(client, host) }),
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

/** The id of the agent with this id or host name. */
async function agentCalled(client: Pick<Client, "agents">, name: string): Promise<string> {
  const named: Agent[] = [];
  for await (const page of client.agents())
    named.push(...page.filter((agent) => isCalled(agent, name)));
  const [first, second] = named;
  if (first && second && first.agent_id !== name)
    throw usageError(
      `${named.length} hosts are called ${name}.`,
      `Pass one of their ids: ${named.map(({ agent_id }) => agent_id).join(", ")}.`,
    );
  if (first) return first.agent_id;
  throw new AppError("not_found", `There is no host ${name}.`, {
    hint: "List the hosts with `inquest agents list`.",
    kind: "not_found",
  });
}

const isCalled = ({ agent_id, hostname }: Agent, name: string): boolean =>
  agent_id === name || hostname.toLowerCase() === name.toLowerCase();
