import type { AgentApproval, PendingKey, RegisterRequest } from "../../../contract/agent.ts";
import type { Clock } from "../../../core/clock.ts";
import type { AppError } from "../../../core/errors.ts";
import type { AgentRequest } from "../../../plan/request-proof.ts";
import type { SharedState } from "../../../store/port/shared-state.ts";
import type { AgentRecord } from "../../../store/records.ts";
import { apiError, invalid } from "../../http/errors.ts";
import { identityOf, type Refusal, remoteOf, type Sender } from "./agent-identity.ts";
import {
  type AuthenticationFailure,
  authenticateAgent,
  authenticateRegistration,
  type Credentials,
} from "./authenticate-agent.ts";
import {
  createPendingKeys,
  createSharedPendingKeys,
  fingerprintOfKey,
  type RefusedKey,
} from "./pending-keys.ts";
import { createRequestSequences } from "./request-sequences.ts";

/** What binds the agents' ids to their keys and client certificates. */
export interface BoundIdentities {
  /** Authenticates a request over the network; see `authenticateAgent`. */
  authenticate(
    agent: AgentRecord,
    request: { signed: AgentRequest | null; credentials: Credentials },
  ): Promise<{ ok: true } | AuthenticationFailure>;
  /** The sender of a registration over the network. */
  authenticateRegistration(
    id: string,
    request: { request: RegisterRequest; credentials: Credentials },
  ): Promise<{ ok: true; sender: Sender } | AuthenticationFailure>;
  /** The error of a registration that was not admitted. */
  rejectionOf(
    refused: { reason: Refusal; record: AgentRecord },
    registration: { publicKey: string; sender: Sender },
  ): Promise<AppError>;
  /** Call after a registration was admitted. Rejects if the same one was sent to another server meanwhile. */
  registered(id: string, registration: { publicKey: string; sender: Sender }): Promise<void>;
  /** The key that waits for an operator's approval, if there is one. */
  pendingKey(agent: AgentRecord): PendingKey | undefined;
  /** Binds the agent's id to its pending key; any other fingerprint rejects with `validation_error`. */
  approve(id: string, approval: AgentApproval): Promise<AgentRecord>;
  forget(id: string): Promise<void>;
  stop(): void;
}

export function createBoundIdentities({
  clock,
  updateAgent,
  onKeyRefused,
  shared,
  onError,
}: {
  clock: Clock;
  updateAgent(id: string, change: (record: AgentRecord) => AgentRecord): Promise<AgentRecord>;
  onKeyRefused(refused: RefusedKey): void;
  /** What this server shares with others over the same database; undefined for a single server. */
  shared?: Pick<SharedState, "sequences" | "pendingKeys"> | undefined;
  onError(error: unknown): void;
}): BoundIdentities {
  const sequences = shared?.sequences ?? createRequestSequences();
  const pendingKeys = shared
    ? createSharedPendingKeys(shared.pendingKeys, { onRefused: onKeyRefused, onError })
    : createPendingKeys(clock, onKeyRefused);

  /** The first client certificate that an agent presents is bound to its id. */
  async function bindCertificate(agent: AgentRecord, subject: string): Promise<void> {
    if (remoteOf(agent)?.certificate_subject !== null) return;
    await updateAgent(agent.id, (before) => {
      const remote = remoteOf(before);
      return remote?.certificate_subject === null
        ? { ...before, remote: { ...remote, certificate_subject: subject } }
        : before;
    });
  }

  return {
    async authenticate(agent, request) {
      const authenticated = await authenticateAgent(agent, request, sequences);
      const { certificateSubject } = request.credentials;
      // Without a signed request, the agent is not known until its body is verified.
      if (authenticated.ok && request.signed && certificateSubject !== null)
        await bindCertificate(agent, certificateSubject);
      return authenticated;
    },
    authenticateRegistration: (id, request) => authenticateRegistration(id, request, sequences),
    async rejectionOf({ reason, record }, { publicKey, sender }) {
      if (reason === "unsigned") return apiError("agent_not_verified");
      if (reason === "connected") return apiError("agent_id_in_use");
      await pendingKeys.note(record, identityOf(publicKey, sender));
      return apiError("agent_id_in_use", {
        message:
          "Another key or client certificate is bound to this agent id. If this machine was " +
          `reinstalled, approve its key ${fingerprintOfKey(publicKey)} with \`inquest agents approve\`.`,
      });
    },
    async registered(id, { publicKey, sender: { sequence } }) {
      if (sequence === null) return;
      const advanced = await sequences.advance(id, { publicKey, sequence });
      if (!advanced.ok) throw apiError("agent_request_repeated");
    },
    pendingKey: ({ id }) => pendingKeys.find(id)?.key,
    async approve(id, { fingerprint }) {
      const pending = pendingKeys.find(id);
      if (pending?.key.fingerprint !== fingerprint)
        throw invalid({ path: "fingerprint", message: "is not the agent's pending key" });
      const { identity: remote } = pending;
      const record = await updateAgent(id, (before) => ({ ...before, remote }));
      await pendingKeys.forget(id);
      return record;
    },
    async forget(id) {
      await sequences.forget(id);
      await pendingKeys.forget(id);
    },
    stop: pendingKeys.stop,
  };
}
