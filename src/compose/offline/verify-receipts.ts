import { evidenceId, installedId } from "../../brain/detections/evaluate-host.ts";
import { maxEvidenceRows } from "../../brain/model/limits.ts";
import type { PlanResult, StatementResult } from "../../contract/plan.ts";
import type { FindingCheck, Receipt, ReceiptCheck, ReceiptReport } from "../../contract/receipt.ts";
import type { Evidence, Finding } from "../../contract/summary.ts";
import { decodeBase64 } from "../../plan/decode-base64.ts";
import { keyIdOf, publicKeyBytes } from "../../plan/signing-key.ts";
import { verifyResult } from "../../plan/verify-result.ts";

/** Verifies receipts, and findings against them, offline. */
export interface ReceiptVerifier {
  /** Adds receipts of the investigation, in any order. */
  add(receipts: Receipt[]): void;
  report(): Pick<ReceiptReport, "ok" | "receipts" | "findings">;
}

const notStored = "its receipt was not stored";

export function createReceiptVerifier(findings: Finding[]): ReceiptVerifier {
  const byPlan = new Map<string, Finding[]>();
  for (const finding of findings) {
    const plan = finding.receipt?.plan_id;
    if (plan !== undefined) byPlan.set(plan, [...(byPlan.get(plan) ?? []), finding]);
  }
  const receipts: ReceiptCheck[] = [];
  /** Why each finding is not proven, by finding id; null once it is proven. */
  const problems = new Map<string, string | null>();

  const addReceipt = (receipt: Receipt) => {
    const verdict = checkReceipt(receipt);
    const { plan_id, agent_id, key_id } = receipt;
    receipts.push({
      plan_id,
      agent_id,
      key_id,
      signed_at: verdict.ok ? verdict.result.finished_at : null,
      ok: verdict.ok,
      problem: verdict.ok ? null : verdict.message,
    });
    for (const finding of byPlan.get(plan_id) ?? []) {
      if (problems.get(finding.finding_id) === null) continue;
      const problem = verdict.ok
        ? whyUnproven(finding, receipt, verdict.result)
        : `its receipt is invalid: ${verdict.message}`;
      problems.set(finding.finding_id, problem);
    }
  };

  return {
    add(more) {
      for (const receipt of more) addReceipt(receipt);
    },
    report() {
      const checks = findings.map((finding) => checkOf(finding, problems));
      const ok =
        receipts.every((check) => check.ok) && checks.every(({ status }) => status !== "failed");
      return { ok, receipts, findings: checks };
    },
  };
}

function checkOf(finding: Finding, problems: Map<string, string | null>): FindingCheck {
  const { finding_id, detection_id, agent_id, hostname, title, receipt } = finding;
  const found = problems.get(finding_id);
  const problem = receipt ? (found === undefined ? notStored : found) : null;
  const status = receipt ? (problem === null ? "proven" : "failed") : "snapshot";
  return { finding_id, detection_id, agent_id, hostname, title, status, problem };
}

type ReceiptVerdict = { ok: true; result: PlanResult } | { ok: false; message: string };

/** Whether a receipt is valid in itself: its key has the id it states, and signed its content. */
function checkReceipt(receipt: Receipt): ReceiptVerdict {
  const publicKey = decodeBase64(String(receipt.public_key));
  if (publicKey?.length !== publicKeyBytes)
    return { ok: false, message: "its public key is not an Ed25519 key" };
  const keyId = keyIdOf(publicKey);
  if (keyId !== receipt.key_id)
    return { ok: false, message: `its public key has the id ${keyId}, not the one it states` };
  return verifyResult(receipt, {
    publicKey,
    planId: receipt.plan_id,
    agentId: receipt.agent_id,
    statements: null,
  });
}

/** Why a valid receipt doesn't prove the finding; null when it does. */
function whyUnproven(finding: Finding, receipt: Receipt, result: PlanResult): string | null {
  const { key_id, signature } = finding.receipt!;
  if (key_id !== receipt.key_id)
    return `it states key ${key_id}, but its receipt is signed with ${receipt.key_id}`;
  if (signature !== receipt.signature) return "it states a different signature than its receipt";
  if (finding.agent_id !== receipt.agent_id)
    return `its receipt is from another agent, ${receipt.agent_id}`;
  const { added } = finding.evidence;
  const statement = (added ? installedId : evidenceId)(finding.detection_id);
  const signed = result.results.find(({ id }) => id === statement);
  if (!signed) return `the signed result has no ${statement}`;
  const isSigned = added ? isListed : isSame;
  return isSigned(finding.evidence, signed) ? null : "its evidence differs from the signed result";
}

/** Ignores the SQL, which the agent does not sign: it signs the statement's id. */
function isSame(evidence: Evidence, { columns, rows, row_count }: StatementResult): boolean {
  const shown = [evidence.columns, evidence.rows, evidence.row_count];
  const signed = [columns, rows.slice(0, maxEvidenceRows), row_count];
  return JSON.stringify(shown) === JSON.stringify(signed);
}

/** Whether the agent signed every row of the evidence, apart from the columns that the server added. */
function isListed(
  { columns, rows, row_count, added = [] }: Evidence,
  { columns: signedColumns, rows: signedRows, row_count: most }: StatementResult,
): boolean {
  const own = columns.length - added.length;
  if (row_count > most || JSON.stringify(columns) !== JSON.stringify([...signedColumns, ...added]))
    return false;
  const signed = new Set(signedRows.map((row) => JSON.stringify(row)));
  return rows.every((row) => signed.has(JSON.stringify(row.slice(0, own))));
}
