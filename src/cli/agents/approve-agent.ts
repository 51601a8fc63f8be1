import type { Client } from "../../client/types.ts";
import type { Agent, PendingKey } from "../../contract/agent.ts";
import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";

/** The key to approve: an agent's pending key, which must be the one with `fingerprint` if that is given. */
export function pendingKeyOf({ agent_id, pending_key }: Agent, fingerprint?: string): PendingKey {
  if (!pending_key)
    throw new AppError("no_pending_key", `No key of ${agent_id} waits for approval.`, {
      hint: "A rejected agent tries again every minute; see `inquest agents list`.",
    });
  if (fingerprint !== undefined && fingerprint !== pending_key.fingerprint)
    throw new AppError(
      "other_pending_key",
      `The pending key of ${agent_id} is ${pending_key.fingerprint}.`,
      { hint: "Compare it with agent_key in the first line of the agent's log." },
    );
  return pending_key;
}

/** The confirmation before a key is approved. */
export function approvalQuestion(
  { agent_id }: Agent,
  { fingerprint, certificate_subject }: PendingKey,
): string {
  const certificate =
    certificate_subject === null ? "" : ` and the client certificate ${certificate_subject}`;
  return escapeControl(
    `Bind ${agent_id} to the key ${fingerprint}${certificate}? Compare it with agent_key in the agent's log.`,
  );
}

/** Binds the agent's id to the key; the previous key is rejected from then on. */
export function approveAgent(
  client: Pick<Client, "approveAgent">,
  { agent_id }: Agent,
  { fingerprint }: PendingKey,
): Promise<Agent> {
  return client.approveAgent(agent_id, { fingerprint });
}
