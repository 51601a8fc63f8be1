import { generateKeyPairSync, sign } from "node:crypto";
import type { RegisterRequest } from "../../src/contract/agent.ts";
import type { Plan, PlanResult, SignedPlan, SignedResult } from "../../src/contract/plan.ts";
import { statementResult } from "./records.ts";

/** Columns and rows that an agent claims a statement has. */
export type AnswerOf = (sql: string) => { columns: string[]; rows: (string | number | null)[][] };

/** An agent's messages and signatures, without a running agent. */
export function handMadeAgent(agentId: string, over: Partial<RegisterRequest> = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const signed = (value: unknown): SignedResult => {
    const bytes = Buffer.from(JSON.stringify(value));
    return {
      payload: bytes.toString("base64"),
      signature: sign(null, bytes, privateKey).toString("base64"),
    };
  };
  const registration: RegisterRequest = {
    agent_id: agentId,
    hostname: agentId,
    os: "linux",
    os_version: "12",
    arch: "x64",
    agent_version: "0.1.0",
    tags: {},
    addresses: ["192.0.2.1"],
    tables: ["users"],
    // The key's own 32 bytes are the last ones of its DER form.
    public_key: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64"),
    pinned_key_id: null,
    ...over,
  };
  return {
    agentId,
    registration,
    path: `/v1/agents/${encodeURIComponent(agentId)}`,
    sign: signed,
    /** The receipt for a plan. */
    answer: ({ plan_id, statements }: Plan, answerOf: AnswerOf): SignedResult => {
      const now = new Date().toISOString();
      const result: PlanResult = {
        plan_id,
        agent_id: agentId,
        started_at: now,
        finished_at: now,
        refused: null,
        results: statements.map(({ id, sql }) => statementResult({ id, ...answerOf(sql) })),
      };
      return signed(result);
    },
  };
}
export type HandMadeAgent = ReturnType<typeof handMadeAgent>;

/** A plan's decoded payload. */
export const planIn = ({ payload }: SignedPlan): Plan =>
  JSON.parse(Buffer.from(payload, "base64").toString("utf8"));
