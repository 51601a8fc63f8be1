import type { Tags } from "../../contract/common.ts";
import type { Progress } from "../../contract/investigation.ts";
import type { Receipt } from "../../contract/receipt.ts";
import type { Chain, Finding, Summary } from "../../contract/summary.ts";
import { isoTime } from "../../core/clock.ts";
import { type Change, readJsonBlob, writeJsonBlob } from "../../store/port/store.ts";
import type { InvestigationBlob, InvestigationRecord } from "../../store/records.ts";
import type { ChainDraft } from "../pathfinder/report/chain-draft.ts";
import type { BrainServices } from "../ports/services.ts";
import { createToldChains } from "./chain-log.ts";
import { type Comparison, identityOf } from "./compare-runs.ts";
import { keepReceipts } from "./receipts.ts";
import { nextSeq, type RunRecord } from "./run-record.ts";
import { createPacer } from "./write-throttle.ts";

type Step = (record: InvestigationRecord) => InvestigationRecord;

/** What a run has to tell, committed as it appears but not more often than is worth a write. */
export interface Publisher {
  findings(): Finding[];
  chains(): Chain[];
  /**
   * Takes up what one host gave: its findings, and the receipts of its answers. A finding that
   * this investigation already told (before a restart) is not told again.
   */
  add(findings: Finding[], receipts: Receipt[]): void;
  /**
   * Takes up the ways found, in place of those found before. One that this investigation already
   * told as it is now is not told again.
   */
  setChains(chains: ChainDraft[], tagsOf: (agentId: string) => Tags): void;
  /** Notes how far the run is. */
  progress(patch: Partial<Omit<Progress, "updated_at" | "findings" | "chains">>): void;
  /** Commits everything noted, after `first` in the same write; false when the investigation was cancelled. */
  flush(first?: Step): Promise<boolean>;
  /** Commits everything noted, the answer, and `last` after them, in one write. */
  finish(last: Step, outcome: Outcome): Promise<boolean>;
  /** Rejects with the error of a commit that failed in the background. */
  settled(): Promise<void>;
}

interface Outcome {
  answer: Summary["answer"];
  /** Absent while the run goes on. */
  comparison?: Comparison;
  /** What belongs to the same write, from the record as it will be. */
  changes: (ended: InvestigationRecord) => Change[];
}

const asItIs: Step = (record) => record;
const nothingMore: Outcome = { answer: null, changes: () => [] };

export async function createPublisher(
  run: RunRecord,
  services: Pick<BrainServices, "store" | "clock" | "emit">,
): Promise<Publisher> {
  const { store, clock, emit } = services;
  const { id, account_id: accountId } = run.current();
  const earlier = run.current().blob;
  const told = earlier === null ? null : await readJsonBlob<InvestigationBlob>(store, earlier);
  const all: Finding[] = told?.findings ?? [];
  const chains = createToldChains(told?.chains ?? []);
  const known = new Set(all.map(identityOf));
  let hostTags: (agentId: string) => Tags = () => ({});
  let pending: { findings: Finding[]; receipts: Receipt[] } = { findings: [], receipts: [] };
  let progress: Progress = run.current().progress ?? startOfRun(clock.now());
  let queue: Promise<unknown> = Promise.resolve();

  const write = async (
    steps: { first?: Step; last?: Step },
    { answer, comparison, changes }: Outcome,
  ) => {
    const { first = asItIs, last = asItIs } = steps;
    const { findings: fresh, receipts } = pending;
    pending = { findings: [], receipts: [] };
    const freshChains = chains.takeFresh();
    // What is found while this is written is told by the next write, not half by this one.
    const content: InvestigationBlob = {
      findings: [...all],
      chains: chains.all(),
      answer,
      ...(comparison && partsOf(comparison)),
    };
    const before = run.current().blob;
    const keeping = await keepReceipts(store, run.current(), withPurpose(receipts, fresh));
    const blob =
      fresh.length + freshChains.length > 0 || answer || comparison?.changes
        ? `investigation/${id}-${nextSeq(run.current())}`
        : before;
    if (blob !== null && blob !== before) await writeJsonBlob(store, blob, content);
    progress = {
      ...progress,
      findings: content.findings.length,
      chains: content.chains.length,
      updated_at: isoTime(clock.now()),
    };
    const parts = { blob, ...(receipts.length > 0 && { receipts: keeping.kept }) };
    const ok = await run.update(
      (record) => {
        const told = withFindings({ ...first(record), ...parts }, fresh);
        return last(withProgress(withChains(told, freshChains), progress));
      },
      (record) => [
        ...fresh.flatMap((finding) => emit(discovered(accountId, id, finding))),
        ...freshChains
          .filter(({ status }) => status === "confirmed")
          .flatMap((chain) => emit(confirmed(record, chain, hostTags))),
        ...changes(record),
      ],
    );
    const unused = ok ? before : blob;
    if (unused !== null && before !== blob) await store.removeBlob(unused);
    if (!ok) for (const name of keeping.written) await store.removeBlob(name);
    return ok;
  };

  const pacer = createPacer(() => void flush().catch(() => {}), clock);

  /** One commit at a time, in order. */
  const inTurn = (work: () => Promise<boolean>): Promise<boolean> => {
    const result = queue.then(() => pacer.time(work));
    queue = result;
    // A failure is told by `settled` or by the caller's own promise.
    result.catch(() => {});
    return result;
  };

  const flush = (first?: Step) => inTurn(() => write(first ? { first } : {}, nothingMore));

  return {
    findings: () => all,
    chains: () => chains.all(),
    add(findings, receipts) {
      const fresh = findings.filter((finding) => !known.has(identityOf(finding)));
      for (const finding of fresh) known.add(identityOf(finding));
      all.push(...fresh);
      pending.findings.push(...fresh);
      pending.receipts.push(...receipts);
    },
    setChains(drafts, tagsOf) {
      hostTags = tagsOf;
      chains.set(drafts, clock.now());
    },
    progress(patch) {
      progress = { ...progress, ...patch };
      pacer.note();
    },
    flush,
    finish(last, outcome) {
      pacer.stop();
      return inTurn(() => write({ last }, outcome));
    },
    async settled() {
      pacer.stop();
      await queue;
    },
  };
}

const partsOf = ({ changes, unseen }: Comparison) => ({
  ...(changes && { changes }),
  ...(unseen.length > 0 && { unseen }),
});

/** Receipts, and whether one of the findings rests on them. */
function withPurpose(receipts: Receipt[], findings: Finding[]) {
  const plans = new Set(findings.map((finding) => finding.receipt?.plan_id));
  return receipts.map((receipt) => ({ receipt, behindFinding: plans.has(receipt.plan_id) }));
}

const discovered = (accountId: string, investigationId: string, finding: Finding) => ({
  accountId,
  type: "finding.discovered" as const,
  data: {
    severity: finding.severity,
    tags: finding.tags,
    finding,
    investigation_id: investigationId,
  },
});

/** Its tags are those of every host on it; where they differ the last one's, the target's, hold. */
const confirmed = (
  { id, account_id }: InvestigationRecord,
  chain: Chain,
  tagsOf: (agentId: string) => Tags,
) => ({
  accountId: account_id,
  type: "chain.confirmed" as const,
  data: {
    severity: chain.severity,
    tags: Object.assign({}, ...chain.steps.map(({ agent_id }) => tagsOf(agent_id))) as Tags,
    chain,
    investigation_id: id,
  },
});

function startOfRun(nowMs: number): Progress {
  return {
    phase: "planning",
    percent: 0,
    agents: { targeted: 0, answered: 0, failed: 0, timed_out: 0 },
    plans: { total: 0, dispatched: 0, completed: 0, failed: 0 },
    findings: 0,
    chains: 0,
    message: "Reading the question",
    updated_at: isoTime(nowMs),
  };
}

function withProgress(record: InvestigationRecord, progress: Progress): InvestigationRecord {
  return { ...record, progress, progress_seq: nextSeq(record) };
}

function withChains(record: InvestigationRecord, chains: Chain[]): InvestigationRecord {
  const first = nextSeq(record);
  const entries = chains.map(({ chain_id }, index) => ({
    seq: first + index,
    type: "chain" as const,
    chain_id,
  }));
  return { ...record, timeline: [...record.timeline, ...entries] };
}

function withFindings(record: InvestigationRecord, findings: Finding[]): InvestigationRecord {
  const first = nextSeq(record);
  const entries = findings.map(({ finding_id }, index) => ({
    seq: first + index,
    type: "finding" as const,
    finding_id,
  }));
  return { ...record, timeline: [...record.timeline, ...entries] };
}
