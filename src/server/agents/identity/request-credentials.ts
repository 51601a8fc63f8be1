import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppError } from "../../../core/errors.ts";
import { proofHeader, sequenceHeader } from "../../../plan/request-proof.ts";
import { certificateSubjectOf } from "../../access/client-certificate.ts";
import { apiError, notFound } from "../../http/errors.ts";
import type { AuthenticationFailure, Credentials } from "./authenticate-agent.ts";

/** What a request proves about the agent that sent it. */
export function credentialsOf(request: Pick<FastifyRequest, "headers" | "raw">): Credentials {
  const proof = request.headers[proofHeader];
  return {
    proof: proof === undefined ? undefined : String(proof),
    certificateSubject: certificateSubjectOf(request),
  };
}

/** The error of a request that is not from its agent. */
export function rejectionOf(failure: AuthenticationFailure, reply: FastifyReply): AppError {
  switch (failure.reason) {
    // The agent registers again.
    case "not_registered":
      return notFound();
    case "not_verified":
      return apiError("agent_not_verified");
    case "other_certificate":
      return apiError("agent_not_verified", {
        message: "This agent id belongs to another client certificate.",
        hint: "Use another agent_id, or restart the agent and approve its certificate with `inquest agents approve`.",
      });
    case "repeated":
      // An agent whose clock was set back continues above this number.
      reply.header(sequenceHeader, failure.last);
      return apiError("agent_request_repeated");
  }
}
