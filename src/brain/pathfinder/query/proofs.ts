import { ownValue } from "../../../core/own-value.ts";
import type { HostRecord } from "../model/host-record.ts";
import { type Cell, rowsOf } from "../model/stored-answer.ts";
import type { Hop } from "../model/types.ts";
import type { FactRule } from "../rules/edge-rule.ts";

type Proof = Hop["proof"];

/** The row of a host's answer to a rule, with the rule's statement on that host. */
export type ProofOf = (host: HostRecord, rule: FactRule, row: number) => Proof;

/** Caches parsed answers: paths reported together share most of them. */
export function createProofs(): ProofOf {
  const read = new Map<HostRecord, Map<string, Cell[][]>>();
  return (host, { id, platforms }, row) => {
    const answers = read.get(host) ?? new Map<string, Cell[][]>();
    read.set(host, answers);
    const answer = host.answers.get(id);
    const rows = answers.get(id) ?? (answer ? rowsOf(answer) : []);
    answers.set(id, rows);
    return {
      sql: ownValue<string | undefined>(platforms, host.os) ?? "",
      columns: answer?.columns ?? [],
      row: rows[row] ?? [],
    };
  };
}
